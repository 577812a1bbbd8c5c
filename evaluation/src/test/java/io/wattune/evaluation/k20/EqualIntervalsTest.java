package io.wattune.evaluation.k20;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.testbed.SimulatedCard;
import org.junit.jupiter.api.Test;

class EqualIntervalsTest {
  private final K20Case nbody = new K20Cases(1).nbody();
  private final Activity kernel = nbody.activity(K20Cases.FIRST);
  private final long idle = kernel.endNanos() + SimulatedCard.k20c().board().holdNanos();

  @Test
  void pollsThatComeEquallyOftenThroughoutGiveTheSameEnergy() {
    // The driver's stalls are what is left: 0.3 s of 12 s, at powers on either side of the mean.
    assertThat(ratio(Long.MAX_VALUE)).isCloseTo(1, within(0.005));
  }

  @Test
  void answersThatAreSlowWhileThePowerIsLowMakeEqualIntervalsTooMuch() {
    assertThat(ratio(idle)).isCloseTo(1205.0 / 1066, within(0.03));
  }

  private double ratio(long slowNanos) {
    return EqualIntervals.ratio(
        nbody.trace(), kernel.startNanos(), slowNanos, idle + 3_000_000_000L);
  }
}
