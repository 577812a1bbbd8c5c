package io.wattune.core.meter;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.Arrays;
import java.util.Optional;

/**
 * A stretch of steady power, seen by the on-board sensor and by the meter. It is cut into blocks of
 * time, because readings that follow each other closely are no independent witnesses: a sensor
 * repeats its value between updates, and noise lives for some milliseconds.
 *
 * <p>The columns are the means of each block that has sensor readings; they are not copied.
 *
 * @param sensorBlockWatts mean of the sensor's readings in each block
 * @param meterBlockWatts mean power of the meter in the same blocks
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
record Plateau(double[] sensorBlockWatts, double[] meterBlockWatts) {

  /** Not below the slowest update of known sensors, which is 100 ms. */
  private static final long BLOCK_NANOS = 100_000_000L;

  private static final int MIN_BLOCKS = 2;
  private static final int MAX_BLOCKS = 30;

  /** As much as the choice of its bounds moves a plateau, peak to peak. */
  private static final double STEADY = 0.005;

  /**
   * Looks at an interval that the meter covers.
   *
   * @param timesNanos times of the polls, in any order
   * @param values readings in {@code unit}, or {@link PollBlock#MISSING}
   * @return empty if the interval is shorter than two blocks of 100 ms or fewer than two have
   *     readings
   */
  static Optional<Plateau> of(
      Interval interval, MeterTrace meter, long[] timesNanos, int[] values, PowerUnit unit) {
    int blocks = (int) Math.min(MAX_BLOCKS, interval.nanos() / BLOCK_NANOS);
    if (blocks < MIN_BLOCKS) {
      return Optional.empty();
    }
    long blockNanos = interval.nanos() / blocks;
    var sums = new double[blocks];
    var counts = new int[blocks];
    for (int i = 0; i < values.length; i++) {
      long since = timesNanos[i] - interval.startNanos();
      if (since >= 0 && since < blocks * blockNanos && values[i] != PollBlock.MISSING) {
        int block = (int) (since / blockNanos);
        sums[block] += values[i] * unit.watts();
        counts[block]++;
      }
    }
    var sensor = new double[blocks];
    var truth = new double[blocks];
    int used = 0;
    for (int block = 0; block < blocks; block++) {
      if (counts[block] > 0) {
        long start = interval.startNanos() + block * blockNanos;
        sensor[used] = sums[block] / counts[block];
        truth[used++] = meter.meanWatts(start, start + blockNanos);
      }
    }
    return used < MIN_BLOCKS
        ? Optional.empty()
        : Optional.of(new Plateau(Arrays.copyOf(sensor, used), Arrays.copyOf(truth, used)));
  }

  /** This and another stretch, as one. */
  Plateau and(Plateau other) {
    return new Plateau(
        joined(sensorBlockWatts, other.sensorBlockWatts),
        joined(meterBlockWatts, other.meterBlockWatts));
  }

  private static double[] joined(double[] first, double[] second) {
    double[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /**
   * Whether the second half is as the first one: neither has power stepped, so that a sensor that
   * lags has missed some, nor does the card still come down from a load, warmer than it was before.
   */
  boolean isSteady() {
    int half = meterBlockWatts.length / 2;
    double first = mean(Arrays.copyOf(meterBlockWatts, half));
    double second = mean(Arrays.copyOfRange(meterBlockWatts, half, meterBlockWatts.length));
    return Math.abs(second - first) <= STEADY * meterWatts();
  }

  double sensorWatts() {
    return mean(sensorBlockWatts);
  }

  double meterWatts() {
    return mean(meterBlockWatts);
  }

  /**
   * Standard error of {@code mean(meter) - gain * mean(sensor)}, from the scatter of the blocks.
   * What both saw, such as a load that is not steady, drops out.
   */
  double residualErrorWatts(double gain) {
    int n = sensorBlockWatts.length;
    double mean = meterWatts() - gain * sensorWatts();
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double residual = meterBlockWatts[i] - gain * sensorBlockWatts[i] - mean;
      squares += residual * residual;
    }
    return Math.sqrt(squares / (n - 1) / n);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
