package io.wattune.collectors.running;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningKernelsTest {
  private final RunningKernels kernels = new RunningKernels();

  @Test
  void theOneThatRunsIsNamed() {
    assertThat(kernels.seen(started("G1", "a", "step"))).isTrue();

    assertThat(kernels.on("G1")).isEqualTo(new RunningActivity("G1", "step", 5));
    assertThat(kernels.on("G2")).isNull();
    assertThat(kernels.seen(ended("G1", "a", "step"))).isTrue();
    assertThat(kernels.on("G1")).isNull();
    assertThat(kernels.all()).isEmpty();
  }

  @Test
  void ofSeveralAtOnceNothingIsSaidUntilOneIsLeft() {
    kernels.seen(started("G1", "a", "step"));

    assertThat(kernels.seen(started("G1", "b", "copy"))).isTrue();
    assertThat(kernels.on("G1")).isNull();
    assertThat(kernels.seen(started("G1", "c", "third"))).as("nothing either way").isFalse();
    kernels.seen(ended("G1", "c", "third"));
    assertThat(kernels.seen(ended("G1", "a", "step"))).isTrue();

    assertThat(kernels.on("G1")).isEqualTo(new RunningActivity("G1", "copy", 5));
  }

  @Test
  void otherLevelsAreNoKernels() {
    for (Book book : new Book[] {Book.JOB, Book.PROCESS, Book.REQUEST, Book.SPAN}) {
      assertThat(kernels.seen(activity("G1", "a", book, Activity.RUNNING))).isFalse();
    }
    assertThat(kernels.on("G1")).isNull();
  }

  @Test
  void anEndWithoutItsStartAndKernelsThatNeverEndDoNoHarm() {
    assertThat(kernels.seen(ended("G1", "a", "step"))).isFalse();
    for (int i = 0; i < 3 * RunningKernels.MOST_OPEN; i++) {
      kernels.seen(started("G1", "k" + i, "step"));
    }
    assertThat(kernels.on("G1")).isNull();
    kernels.seen(started("G2", "b", "copy"));

    assertThat(kernels.all()).extracting(RunningActivity::device).containsExactly("G2");
  }

  static Activity started(String device, String id, String name) {
    return new Activity(device, id, Book.KERNEL, name, 5, Activity.RUNNING, null, Map.of());
  }

  static Activity ended(String device, String id, String name) {
    return new Activity(device, id, Book.KERNEL, name, 5, 9, null, Map.of());
  }

  private static Activity activity(String device, String id, Book book, long end) {
    return new Activity(device, id, book, "x", 5, end, null, Map.of());
  }
}
