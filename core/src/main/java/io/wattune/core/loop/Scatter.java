package io.wattune.core.loop;

import java.util.Arrays;

/**
 * How far the values of one window after the other lie apart while nothing changes. The standard
 * deviation of one value is {@code median(|difference|) / (0.6745 sqrt 2)}, over the newest {@value
 * #MOST} differences: a normal distribution's, and the few differences at which something does
 * change do not move a median. Test: {@code PhasesPropertyTest}.
 */
final class Scatter {
  private static final int MOST = 32;

  /** With fewer differences nothing is distinguished. */
  private static final int FEWEST = 8;

  private static final double DEVIATIONS = 1 / (0.6745 * Math.sqrt(2));

  private final double[] differences = new double[MOST];
  private int count;
  private double last = Double.NaN;

  /** One more value. */
  void take(double value) {
    if (!Double.isNaN(last)) {
      differences[count++ % MOST] = Math.abs(value - last);
    }
    last = value;
  }

  /** The next value is not to be compared with the one before. */
  void interrupt() {
    last = Double.NaN;
  }

  /** Whether enough has been seen. */
  boolean isKnown() {
    return count >= FEWEST;
  }

  /** Standard deviation of one value. */
  double deviation() {
    double[] sorted = Arrays.copyOf(differences, Math.min(count, MOST));
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : DEVIATIONS * sorted[sorted.length / 2];
  }
}
