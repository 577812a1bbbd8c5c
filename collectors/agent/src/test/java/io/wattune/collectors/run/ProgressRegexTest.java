package io.wattune.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ProgressRegexTest {

  @Test
  void aCountIsComparedWithTheOneBefore() {
    var regex = new ProgressRegex("step (\\d+)");
    regex.line("epoch 1 step 100 loss 3", 1);
    regex.line("nothing", 2);
    regex.line("epoch 1 step 110 loss 3", 3);
    regex.line("epoch 1 step 125 loss 3", 4);

    assertThat(regex.newest()).isEqualTo(new ProgressReport(1, 4, 25));
  }

  @Test
  void aCountThatFallsBeginsAnew() {
    var regex = new ProgressRegex("step (\\d+)");
    regex.line("step 100", 1);
    regex.line("step 110", 2);
    regex.line("step 3", 3);
    regex.line("step 5", 4);

    assertThat(regex.newest()).isEqualTo(new ProgressReport(3, 4, 2));
  }

  /** Of the first nobody knows since when it was done. */
  @Test
  void incrementsAreAdded() {
    var regex = new ProgressRegex("(?:did|made) (?<delta>[\\d.]+) (tokens|words)");
    regex.line("did 500 tokens", 1);
    regex.line("did 512.5 tokens", 2);
    regex.line("made 2 words", 3);

    assertThat(regex.newest()).isEqualTo(new ProgressReport(1, 3, 514.5));
  }

  @Test
  void aGroupThatIsNoNumberIsSaid() {
    var regex = new ProgressRegex("step (\\S+)");
    regex.line("step NaN", 1);
    regex.line("step -3", 1);
    regex.line("step 1e999", 1);

    assertThat(regex.newest()).isNull();
    assertThat(regex.fault()).startsWith("3 lines matched");
  }

  /** Without the bound this takes longer than the sun lasts. */
  @Test
  void anExpressionThatBacktracksForEverIsGivenUp() {
    var regex = new ProgressRegex("(a+)+b");

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 1_000; i++) {
            regex.line("a".repeat(4_000), i);
          }
        });

    assertThat(regex.fault()).contains("takes too long");
  }

  @Test
  void anExpressionThatFillsTheStackIsGivenUp() {
    var regex = new ProgressRegex("((?:a|b|c)*)d");
    for (int i = 0; i < 10; i++) {
      regex.line("abc".repeat(1_300_000), i);
    }

    assertThat(regex.fault()).isNotEmpty();
  }

  @Test
  void anExpressionNeedsItsGroup() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ProgressRegex("step"));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProgressRegex("(a)(b)"));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProgressRegex("(a"));
  }
}
