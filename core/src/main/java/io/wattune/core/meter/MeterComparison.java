package io.wattune.core.meter;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.power.TruePower;
import java.util.Optional;

/**
 * How far raw readings and true power are from a meter: the root of the mean over time of the
 * squared difference, in watts. At each sample the meter is averaged over one update period around
 * the sample's time, since nothing shorter can be seen by the sensor. A sample stands for the time
 * half-way to its neighbours, at most one update period to each side: a gap is not judged.
 *
 * @param rawRmseWatts distance of the raw readings
 * @param trueRmseWatts distance of the true power
 * @param seconds time that was judged
 * @param samples samples that were judged
 * @param samplesWithoutMeter samples left out because the meter did not cover them
 * @param samplesWithoutTruePower samples left out because they have no true power
 */
public record MeterComparison(
    double rawRmseWatts,
    double trueRmseWatts,
    double seconds,
    long samples,
    long samplesWithoutMeter,
    long samplesWithoutTruePower) {

  /**
   * Compares the samples of one device; {@code samples + samplesWithoutMeter +
   * samplesWithoutTruePower} is their number.
   *
   * @param timesNanos epoch nanoseconds of the samples, increasing
   * @param rawMilliwatts what the sensor said
   * @param trueMilliwatts true power, or {@link TruePower#NONE}
   * @param updatePeriodSeconds time between two new values of the sensor, above 0
   * @return empty if no sample could be judged
   */
  public static Optional<MeterComparison> of(
      MeterTrace meter,
      long[] timesNanos,
      int[] rawMilliwatts,
      int[] trueMilliwatts,
      double updatePeriodSeconds) {
    long periodNanos = Math.round(updatePeriodSeconds * 1e9);
    if (periodNanos < 2) {
      throw new IllegalArgumentException(
          "updatePeriodSeconds must be above 0, was " + updatePeriodSeconds);
    }
    long half = periodNanos / 2;
    double rawSum = 0;
    double trueSum = 0;
    double seconds = 0;
    long samples = 0;
    long withoutMeter = 0;
    long withoutTrue = 0;
    for (int i = 0; i < timesNanos.length; i++) {
      long time = timesNanos[i];
      if (trueMilliwatts[i] == TruePower.NONE) {
        withoutTrue++;
      } else if (!meter.covers(time - half, time + half)) {
        withoutMeter++;
      } else {
        double truth = meter.meanWatts(time - half, time + half);
        double weight = secondsOf(timesNanos, i, periodNanos);
        rawSum += weight * square(rawMilliwatts[i] * 1e-3 - truth);
        trueSum += weight * square(trueMilliwatts[i] * 1e-3 - truth);
        seconds += weight;
        samples++;
      }
    }
    return seconds > 0
        ? Optional.of(
            new MeterComparison(
                Math.sqrt(rawSum / seconds),
                Math.sqrt(trueSum / seconds),
                seconds,
                samples,
                withoutMeter,
                withoutTrue))
        : Optional.empty();
  }

  private static double secondsOf(long[] timesNanos, int i, long periodNanos) {
    long before = i == 0 ? 0 : timesNanos[i] - timesNanos[i - 1];
    long after = i == timesNanos.length - 1 ? 0 : timesNanos[i + 1] - timesNanos[i];
    return (Math.min(before / 2, periodNanos) + Math.min(after / 2, periodNanos)) * 1e-9;
  }
}
