package io.wattune.embedded.teardown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeardownTest {
  private final List<String> done = new ArrayList<>();

  @Test
  void undoesTheNewestFirstAndOnlyOnce() {
    try (Teardown teardown = Teardown.install()) {
      teardown.add("a", () -> done.add("a"));
      teardown.add("b", () -> done.add("b"));
      assertThat(teardown.hasBegun()).isFalse();
      teardown.close();
      assertThat(teardown.hasBegun()).isTrue();
    }
    assertThat(done).containsExactly("b", "a");
  }

  @Test
  void goesOnWhenAStepFails() {
    Teardown teardown = Teardown.install();
    teardown.add("a", () -> done.add("a"));
    teardown.add(
        "b",
        () -> {
          throw new IllegalStateException("stuck");
        });
    teardown.close();
    assertThat(done).containsExactly("a");
  }

  @Test
  void undoesAtOnceWhatComesTooLate() {
    Teardown teardown = Teardown.install();
    teardown.close();
    AutoCloseable late = () -> done.add("late");
    assertThatThrownBy(() -> teardown.add("late", late)).isInstanceOf(IllegalStateException.class);
    assertThat(done).containsExactly("late");
  }
}
