package io.wattune.core.polling;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the period of a sensor in changes that dense polls saw: the one at which the changes
 * stand at one phase the most, {@code R(T) = |sum over changes of exp(2 pi i t / T)| / changes}
 * (the periodogram of a series of events; Rayleigh's test), {@code t} the middle between the two
 * polls. Where changes are scattered over {@code w} by the polls, {@code R} is {@code sin(x) / x},
 * {@code x = pi w / T}, at the true period, less at a half or third of it, and nothing at its
 * multiples. Then every change must have been possible by the bounds of {@link UpdateTimes}.
 *
 * <p>Pure but for what it collects; for one probe. Test: {@code PeriodProbeTest}.
 */
final class PeriodProbe {
  private static final int ENOUGH = 64;
  private static final int FEWEST = 32;

  /** Steps in frequency for each that the length of the probe can resolve. */
  private static final int STEPS = 6;

  /** The polls' own pattern makes peaks, too: so many are tried, the highest first. */
  private static final int PEAKS = 6;

  /** {@code R} at a period that has two polls, their calls and some jitter is 0.4 or more. */
  private static final double LEAST = 0.3;

  /** What the period may be off, in steps that the length of the probe can resolve. */
  private static final double ERROR = 0.5;

  /** Share of changes that may come beside a comb: a poll that was put off, a sensor's hiccup. */
  private static final double MOST_ODD = 0.05;

  private final long[] from = new long[ENOUGH];
  private final long[] to = new long[ENOUGH];
  private int changes;

  /** A change between two times; more than enough are left out. */
  void changed(long fromNanos, long toNanos) {
    if (changes < ENOUGH) {
      from[changes] = fromNanos;
      to[changes] = toNanos;
      changes++;
    }
  }

  /** Whether there are as many changes as are looked at. */
  boolean isFull() {
    return changes == ENOUGH;
  }

  /** Whether there are enough changes to conclude anything. */
  boolean saysSomething() {
    return changes >= FEWEST;
  }

  /**
   * When the updates come.
   *
   * @param leastNanos shortest period
   * @param mostNanos longest period
   * @return null where no period explains the changes
   */
  @Nullable UpdateTimes find(double leastNanos, double mostNanos) {
    if (!saysSomething() || leastNanos >= mostNanos) {
      return null;
    }
    double span = middle(changes - 1) - middle(0);
    double step = 1 / (STEPS * span);
    int steps = 1 + (int) ((1 / leastNanos - 1 / mostNanos) / step);
    double[] strengths = new double[steps];
    Arrays.setAll(strengths, i -> strength(1 / mostNanos + i * step));
    for (int peak = 0; peak < PEAKS; peak++) {
      int best = strongest(strengths);
      if (strengths[best] < LEAST * LEAST * changes * changes) {
        return null;
      }
      double frequency = 1 / mostNanos + best * step;
      for (long jitter = UpdateTimes.LEAST_JITTER_NANOS;
          jitter <= UpdateTimes.MOST_JITTER_NANOS;
          jitter *= 2) {
        UpdateTimes times = explained(1 / frequency, ERROR / (frequency * span), jitter);
        if (times != null) {
          return times;
        }
      }
      for (int i = Math.max(0, best - STEPS); i <= Math.min(steps - 1, best + STEPS); i++) {
        strengths[i] = 0;
      }
    }
    return null;
  }

  private static int strongest(double[] strengths) {
    int best = 0;
    for (int i = 1; i < strengths.length; i++) {
      best = strengths[i] > strengths[best] ? i : best;
    }
    return best;
  }

  private double middle(int i) {
    return (from[i] - from[0]) / 2.0 + (to[i] - from[0]) / 2.0;
  }

  private double strength(double frequency) {
    double cos = 0;
    double sin = 0;
    for (int i = 0; i < changes; i++) {
      double phase = 2 * Math.PI * frequency * middle(i);
      cos += Math.cos(phase);
      sin += Math.sin(phase);
    }
    return cos * cos + sin * sin;
  }

  private @Nullable UpdateTimes explained(double periodNanos, double error, long jitterNanos) {
    UpdateTimes times = new UpdateTimes(periodNanos, error, jitterNanos, from[0], to[0]);
    int odd = 0;
    for (int i = 1; i < changes; i++) {
      odd += times.changed(from[i], to[i]) ? 0 : 1;
    }
    return odd <= MOST_ODD * changes ? times : null;
  }
}
