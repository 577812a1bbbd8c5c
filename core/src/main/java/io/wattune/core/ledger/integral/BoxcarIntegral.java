package io.wattune.core.ledger.integral;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;

/**
 * The energy of a boxcar that sees all of the time, at any time: {@link WindowMoment} gives it at
 * the samples, and between two samples mean power before, between and after them shows how it goes.
 * Power that steps once in between, from the one level to the other, is two straight lines of
 * energy that meet at the step (the idea of Harten's subcell resolution, 1989); where mean power
 * between is not between the two levels it cannot have been that, and the line between the two
 * samples is taken.
 *
 * <p><b>Error</b> of what happens between two samples {@code h} apart, at a share {@code x} of the
 * way: a pulse that adds {@code A} to the mean lies before it with the probability {@code x}, so
 * that the variance is {@code x (1 - x) (A h)^2}. {@code A} is how far mean power between is from
 * that before or after: from the nearer one if it lies between them, yet not more than neighbours
 * differ further out (that of a step between two steady levels is nothing, and that of a ramp
 * small); from the farther one otherwise; and at least {@value #LEAST_PULSE} of the power, since
 * readings may agree by chance, as those about a gap may. Added to it is what a reading that stood
 * still oddly long does not show ({@link HeldReading}).
 *
 * <p>Units s, W, J. Reused; tests: {@code BoxcarIntegralTest}, {@code BoxcarErrorTest}.
 */
final class BoxcarIntegral {
  /** Longer windows would need more of the ring than is kept; none is known above 1.1 s. */
  private static final double LONGEST_WINDOW_SECONDS = 4;

  private static final double LEAST_PULSE = 0.1;

  /** Samples before and after a time that are looked at. */
  private static final int SAMPLES = 3;

  private final SampleStretch stretch;
  private final WindowMoment[] ends = new WindowMoment[2 * SAMPLES];

  /** What is to be added to {@code S + W/2 y}, in joules of the sensor. */
  double joules;

  /** Its variance, noise of the readings included. */
  double variance;

  /** Twice the derivative of the energy with respect to the window. */
  double anchorWatts;

  /** Mean power between the two samples before the time; NaN where it is not known. */
  double beforeWatts;

  /** Mean power between the two samples after the time; NaN where it is not known. */
  double afterWatts;

  BoxcarIntegral(SampleRing ring, PowerUnit unit) {
    stretch = new SampleStretch(ring, unit.watts());
    Arrays.setAll(ends, i -> new WindowMoment());
  }

  /**
   * Finds the energy at a time.
   *
   * @param sensorNanos the time, by the sensor's readings
   * @param aheadNanos how far behind it samples may be used
   * @param placeSeconds how well the samples' own times are known; counts for the error alone
   * @param firstNanos when the first sample ever came: up to it energy stands still
   * @param repeatShare share of samples that repeat the one before
   */
  void at(
      long sensorNanos,
      SensorProfile profile,
      long aheadNanos,
      double placeSeconds,
      long firstNanos,
      double repeatShare) {
    double window = profile.windowSeconds();
    gather(sensorNanos, window, profile.updatePeriodSeconds(), aheadNanos);
    if (sensorNanos <= firstNanos) {
      beforeTheFirst(window * profile.noiseWatts());
      return;
    }
    double at = Math.min(0, stretch.lastSeconds());
    int i = stretch.indexAt(at);
    int first = Math.max(0, i - SAMPLES + 1);
    int last = Math.min(stretch.count() - 1, i + SAMPLES);
    for (int s = first; s <= last; s++) {
      ends[s - first].at(stretch, stretch.seconds(s), window, profile.noiseWatts(), placeSeconds);
    }
    double plain = stretch.joulesAt(i, at) + 0.5 * window * stretch.wattsAt(i, at);
    WindowMoment from = ends[i - first];
    WindowMoment to = i == last ? from : ends[i + 1 - first];
    double share = i == last ? 0 : (at - from.seconds) / (to.seconds - from.seconds);
    variance = from.variance + share * (to.variance - from.variance);
    anchorWatts = from.anchorWatts + share * (to.anchorWatts - from.anchorWatts);
    beforeWatts = i > first ? watts(i - first - 1) : Double.NaN;
    afterWatts = i + 1 < last ? watts(i - first + 1) : Double.NaN;
    variance += HeldReading.variance(stretch, i, at, window, repeatShare);
    joules = (i == last ? from.joules : between(i - first, last - first, share)) - plain;
  }

  /**
   * Takes the samples about a time. In a gap, behind the newest sample and before the first one
   * they are those about the sample next to it, so that nothing changes there.
   */
  private void gather(long sensorNanos, double window, double period, long aheadNanos) {
    double reach = window <= LONGEST_WINDOW_SECONDS ? window : 0;
    long before = Math.round(1e9 * (WindowMoment.REACH * reach + SAMPLES * period));
    long after = Math.min(aheadNanos, before + Math.round(1e9 * reach));
    stretch.about(sensorNanos, before, after);
    if (stretch.lastSeconds() < 0) {
      stretch.about(sensorNanos + Math.round(1e9 * stretch.lastSeconds()), before, after);
    }
  }

  /**
   * Nothing was seen yet. What the first samples show of the window before them is not used:
   * entries that end here may be final already.
   */
  private void beforeTheFirst(double noiseJoules) {
    joules = 0;
    variance = 0.25 * noiseJoules * noiseJoules;
    anchorWatts = stretch.watts(0);
    beforeWatts = Double.NaN;
    afterWatts = Double.NaN;
  }

  /** Energy between an end and the next one. */
  private double between(int end, int last, double share) {
    double step = ends[end + 1].seconds - ends[end].seconds;
    double middle = watts(end);
    double before = end > 0 ? beforeWatts : middle;
    double after = end + 1 < last ? afterWatts : middle;
    double rises = middle - before;
    double goesOn = after - middle;
    boolean isStep = rises * goesOn > 0;
    double pulse = Math.max(Math.abs(rises), Math.abs(goesOn));
    if (isStep) {
      double outside =
          Math.max(
              end > 1 ? Math.abs(before - watts(end - 2)) : pulse,
              end + 2 < last ? Math.abs(watts(end + 2) - after) : pulse);
      pulse = Math.min(outside, Math.min(Math.abs(rises), Math.abs(goesOn)));
    }
    pulse = Math.max(pulse, LEAST_PULSE * Math.abs(middle));
    variance += pulse * pulse * step * step * share * (1 - share);
    double line = ends[end].joules + middle * step * share;
    if (!isStep) {
      return line;
    }
    double fromLeft = ends[end].joules + before * step * share;
    double fromRight = ends[end + 1].joules - after * step * (1 - share);
    return goesOn > 0 ? Math.max(fromLeft, fromRight) : Math.min(fromLeft, fromRight);
  }

  /** Mean power between an end and the next one. */
  private double watts(int end) {
    return (ends[end + 1].joules - ends[end].joules) / (ends[end + 1].seconds - ends[end].seconds);
  }
}
