package io.wattune.core.ledger.integral;

import io.wattune.core.ring.StuckReadingDetector;

/**
 * What is not known of a boxcar's energy about a reading that stood still for oddly long, because
 * its driver had stopped to renew it. Mean power then went from the old reading to the new one, a
 * step {@code J} away, at any time within the {@code h} that it stood still, and not at its end:
 * {@code (J h)^2 / 3} in the mean square, in whatever goes across ({@link EnergyError}). And what
 * the new reading is the mean of is not known any more: a window that is longer by up to {@code h},
 * which is half of that in the energy up to a time within, or within a window after: {@code (J h)^2
 * / 4}. A time within lies also somewhere on the way, which is the first part once more. Of {@code
 * h} no more counts than the window {@code W}, which the new reading describes.
 *
 * <p>Units s, W, J. Tests: {@code HeldReadingTest}, {@code BoxcarErrorTest}.
 */
final class HeldReading {

  private HeldReading() {}

  /**
   * Variance of the energy up to a time, in J^2 of the sensor.
   *
   * @param i the newest sample at or before the time
   * @param at the time
   * @param repeatShare share of samples that repeat the one before
   */
  static double variance(
      SampleStretch stretch, int i, double at, double window, double repeatShare) {
    int end = i;
    while (end + 1 < stretch.count() && stretch.watts(end + 1) == stretch.watts(i)) {
      end++;
    }
    double variance = 0;
    if (end + 1 < stretch.count()) {
      variance = (1.0 / 3 + 1.0 / 4) * square(stretch, end, window, repeatShare);
    }
    for (int s = i - 1; s >= 0 && stretch.seconds(s + 1) >= at - window; s--) {
      if (stretch.watts(s) != stretch.watts(s + 1)) {
        variance = Math.max(variance, square(stretch, s, window, repeatShare) / 4);
      }
    }
    return variance;
  }

  /** Of the run of equal readings that ends with a sample: {@code (J h)^2}; 0 if it is not odd. */
  private static double square(SampleStretch stretch, int end, double window, double repeatShare) {
    int begin = end;
    while (begin > 0 && stretch.watts(begin - 1) == stretch.watts(end)) {
      begin--;
    }
    if (!StuckReadingDetector.isOddly(end - begin, repeatShare)) {
      return 0;
    }
    double held = stretch.seconds(end + 1) - stretch.seconds(begin);
    double joules = (stretch.watts(end + 1) - stretch.watts(end)) * Math.min(held, window);
    return joules * joules;
  }
}
