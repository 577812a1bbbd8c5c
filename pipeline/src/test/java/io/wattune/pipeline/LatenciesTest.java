package io.wattune.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private static final long MILLI = 1_000_000L;

  private final Latencies latencies = new Latencies();

  @Test
  void joinsDecisionAndActuationInEitherOrder() {
    latencies.decided(decision(1, 1000 * MILLI));
    latencies.actuated(actuation(1, ActuationOutcome.APPLIED, 1040 * MILLI));
    latencies.actuated(actuation(2, ActuationOutcome.APPLIED, 2060 * MILLI));
    latencies.decided(decision(2, 2000 * MILLI));

    Latencies.Summary summary = latencies.summary();

    assertThat(summary.count()).isEqualTo(2);
    // The histogram keeps three digits.
    assertThat(summary.p50Millis()).isCloseTo(40, within(0.1));
    assertThat(summary.maxMillis()).isCloseTo(60, within(0.1));
  }

  @Test
  void countsAppliedActuationsOnly() {
    latencies.decided(decision(1, 0));
    latencies.actuated(actuation(1, ActuationOutcome.REFUSED, 5 * MILLI));
    latencies.decided(decision(2, 0));
    latencies.actuated(actuation(2, ActuationOutcome.RENEWED, 5 * MILLI));

    assertThat(latencies.summary().count()).isZero();
  }

  private static Decision.ForDevice decision(long sequence, long basedOnNanos) {
    return new Decision.ForDevice(
        "n",
        "n/d",
        7,
        sequence,
        basedOnNanos,
        MILLI,
        Configuration.EMPTY,
        List.of(),
        "fine",
        "lower",
        "",
        Quality.MEASURED,
        0,
        null);
  }

  private static Actuation actuation(long sequence, ActuationOutcome outcome, long atNanos) {
    return new Actuation(
        "n", "n/d", 7, sequence, outcome, "ok", "", null, List.of(), 1, atNanos, List.of(),
        List.of());
  }
}
