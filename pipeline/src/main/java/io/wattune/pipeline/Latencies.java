package io.wattune.pipeline;

import io.wattune.core.NewestEntries;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.DecisionKey;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Time from the newest reading that a decision used to the moment at which its settings were read
 * back from the device, both on the node's own clock. Decisions and actuations come from two
 * topics, between which there is no order: whichever comes first waits for the other. Thread safe.
 */
public final class Latencies {
  /** What waits for its other half; a decision that is never answered must not stay for ever. */
  private static final int MOST_WAITING = 100_000;

  private static final long LONGEST_MICROS = 3_600_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1e3;

  private final Map<DecisionKey, Long> based = NewestEntries.put(MOST_WAITING);
  private final Map<DecisionKey, Long> applied = NewestEntries.put(MOST_WAITING);
  private final Histogram micros = new Histogram(LONGEST_MICROS, SIGNIFICANT_DIGITS);

  /**
   * A distribution of latencies.
   *
   * @param count how many there are
   * @param p50Millis half of them are at most so long
   * @param p99Millis 99 of 100 are at most so long
   * @param maxMillis the longest
   */
  public record Summary(long count, double p50Millis, double p99Millis, double maxMillis) {}

  synchronized void decided(Decision.ForDevice decision) {
    DecisionKey key = decision.key();
    Long at = applied.remove(key);
    if (at == null) {
      based.put(key, decision.basedOnNanos());
    } else {
      record(at - decision.basedOnNanos());
    }
  }

  synchronized void actuated(Actuation actuation) {
    if (actuation.device() == null || actuation.outcome() != ActuationOutcome.APPLIED) {
      return;
    }
    DecisionKey key = actuation.key();
    Long basedOn = based.remove(key);
    if (basedOn == null) {
      applied.put(key, actuation.atNanos());
    } else {
      record(actuation.atNanos() - basedOn);
    }
  }

  private void record(long nanos) {
    micros.recordValue(Math.max(0, Math.min(LONGEST_MICROS, nanos / 1000)));
  }

  synchronized Summary summary() {
    return new Summary(
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
        micros.getValueAtPercentile(99) / MICROS_PER_MILLI,
        micros.getMaxValue() / MICROS_PER_MILLI);
  }
}
