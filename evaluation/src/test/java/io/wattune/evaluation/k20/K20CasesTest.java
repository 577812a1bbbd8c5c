package io.wattune.evaluation.k20;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.testbed.SimulatedTrace;
import org.junit.jupiter.api.Test;

class K20CasesTest {
  private final K20Cases cases = new K20Cases(7);

  @Test
  void runsHaveThePapersTrueEnergies() {
    assertThat(cases.nbody().truthJoules(K20Cases.FIRST)).isCloseTo(844.7, within(0.05));
    assertThat(cases.twice().truthJoules(K20Cases.FIRST)).isCloseTo(2 * 844.7, within(0.1));
    assertThat(cases.brief(0).truthJoules(K20Cases.FIRST)).isCloseTo(16.9, within(0.01));
  }

  @Test
  void pollsAreAsUnevenAsThePapers() {
    SimulatedTrace trace = cases.nbody().trace();
    long shortest = Long.MAX_VALUE;
    long longest = 0;
    for (int i = 1; i < trace.polls(); i++) {
      long interval = trace.timesNanos()[i] - trace.timesNanos()[i - 1];
      shortest = Math.min(shortest, interval);
      longest = Math.max(longest, interval);
    }
    assertThat(shortest).isBetween(200_000L, 300_000L);
    assertThat(longest).isBetween(125_000_000L, 140_000_000L);
  }

  @Test
  void theSpikeLiesWithinOneUpdateOfTheSensor() {
    K20Case spike = cases.spike();
    Activity slot = spike.activity(K20Cases.SLOT);
    Activity kernel = spike.activity(K20Cases.SPIKE);

    assertThat(slot.endNanos() - slot.startNanos()).isEqualTo(15_000_000L);
    assertThat(kernel.startNanos()).isGreaterThan(slot.startNanos());
    assertThat(kernel.endNanos()).isLessThan(slot.endNanos());
  }

  @Test
  void briefRunsMeetTheSensorAtDifferentPhases() {
    assertThat(cases.brief(0).trace().milliwatts())
        .isNotEqualTo(cases.brief(1).trace().milliwatts());
  }
}
