package io.wattune.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class TqdmBarsTest {
  private static final long SECOND = 1_000_000_000L;

  private final TqdmBars bars = new TqdmBars();
  private long now;

  @Test
  void iterationsAreCountedFromTheFirstBarOn() {
    line("  0%|          | 0/100 [00:00<?, ?it/s]");
    line(" 37%|###7      | 37/100 [00:12<00:20,  3.10it/s]");
    line(" 38%|\u2588\u2588\u2588\u258a      | 38/100 [00:12<00:20,  3.10it/s, loss=0.31]");

    assertReport(1, 3, 38);
  }

  @Test
  void aBarThatBeginsInItsMiddleHasDoneNothingYet() {
    line("train:  50%|#####     | 5000/10000 [00:00<?, ?it/s]");
    line("train:  50%|#####     | 5010/10000 [00:01<08:19,  9.99it/s]");

    assertReport(1, 2, 10);
  }

  @Test
  void unitsScalesHoursAndUnknownTotals() {
    line("37it [00:12,  3.10it/s]");
    line("137it [1:00:12,  3.10it/s]");
    assertReport(1, 2, 100);

    line("10%|#    | 1.50k/5.00k [00:10<00:20, 150B/s]");
    line("10%|#    | 2.50k/5.00k [00:20<00:20, 100B/s]");
    assertReport(3, 4, 1000);
  }

  /** A number in the text before the bar makes no new bar. */
  @Test
  void aDescriptionThatChangesIsTheSameBar() {
    line("Epoch 1 loss 0.31:  1%|   | 1/100 [00:12<00:20,  3.10it/s]");
    line("Epoch 1 loss 3e-05:  2%|   | 2/100 [00:12<00:20,  3.10it/s]");

    assertReport(1, 2, 1);
  }

  @Test
  void stepsAreCountedAndNotEpochs() {
    line("epochs:   0%|   | 0/3 [00:00<?, ?it/s]");
    line("steps:   0%|   | 0/100 [00:00<?, ?it/s]");
    line("steps:  60%|   | 60/100 [00:00<?, 3it/s]");
    assertReport(2, 3, 60);
    line("steps: 100%|   | 100/100 [00:00<?, 3it/s]");
    line("epochs:  33%|   | 1/3 [00:00<?, 3it/s]");
    line("steps:   0%|   | 0/100 [00:00<?, ?it/s]");
    line("steps:  10%|   | 10/100 [00:00<?, 3it/s]");

    assertReport(6, 7, 10);
  }

  /** Fails where the time of an evaluation counts as slow training. */
  @Test
  void theTimeOfAnotherBarIsNoTimeOfThisOne() {
    line("  1%|   | 10/1000 [00:00<?, 3it/s]");
    line("  2%|   | 20/1000 [00:00<?, 3it/s]");
    line(" 50%|   | 10/20 [00:00<?, 3it/s]");
    line("100%|   | 20/20 [00:00<?, 3it/s]");
    line("  3%|   | 21/1000 [00:00<?, 3it/s]");
    assertReport(5, 5, 0);
    line("  3%|   | 31/1000 [00:00<?, 3it/s]");

    assertReport(5, 6, 10);
  }

  @Test
  void aBarThatStandsGivesWay() {
    line("  1%|   | 10/1000 [00:00<?, 3it/s]");
    now += 31 * SECOND;
    line("  5%|   | 1/20 [00:00<?, 3it/s]");
    line(" 10%|   | 2/20 [00:00<?, 3it/s]");

    assertThat(newest().work()).isEqualTo(1);
  }

  @Test
  void otherLinesAreNoBars() {
    line("");
    line("step 37/100 loss 0.3");
    line("[00:12<00:20, 3.1it/s]");
    line("37/100 [12]");
    line("x".repeat(4_000) + "%|");
    line("9".repeat(4_096));
    line("1%|".repeat(1_300));
    line("1 [".repeat(1_300));

    assertThat(bars.newest()).isNull();
  }

  private void line(String line) {
    now += SECOND;
    bars.line(line, now);
  }

  private ProgressReport newest() {
    return Objects.requireNonNull(bars.newest());
  }

  private void assertReport(int sinceSeconds, int untilSeconds, double work) {
    assertThat(newest())
        .isEqualTo(new ProgressReport(sinceSeconds * SECOND, untilSeconds * SECOND, work));
  }
}
