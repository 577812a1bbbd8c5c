package io.wattune.core.meter;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a board truly takes when it is idle, as somebody found by a node's own meter: its reading
 * with the board less that without it.
 *
 * <p>A node takes more than its boards, by an amount that readings do not say, so that its meter
 * alone says nothing of a board's offset; the difference of the two readings does. It is one point
 * of the line {@code true = g y + o}, at the reading {@code y} of the idle board. With {@code P}
 * the covariance of gain and offset that was assumed, {@code h = (y, 1)} and the standard error
 * {@code e} of the point, the line becomes (Kalman 1960, one scalar observation)
 *
 * <pre>
 * k = P h / (h P h + e^2),   (g, o) += k (true - g y - o),   P -= k h P
 * </pre>
 *
 * so that the gain keeps its error and the power at idle has that of the point. Where the point
 * lies farther from the line than was thought possible, the error of the offset that was assumed is
 * as much as it is off: the assumption was wrong, not the point. Units W. Test: {@code
 * IdlePowerTest}.
 *
 * @param watts true power at idle
 * @param errorWatts its standard error
 * @param sensorWatts what the sensor showed at idle
 */
public record IdlePower(double watts, double errorWatts, double sensorWatts) {
  /** Longer than any response that is known: a load before has left its block. */
  private static final long BLOCK_NANOS = 2_000_000_000L;

  private static final double IDLE_SHARE = 0.1;

  /** The point of a recording. */
  public static IdlePower of(
      double watts, double errorWatts, long[] timesNanos, int[] values, PowerUnit unit) {
    return new IdlePower(watts, errorWatts, lowest(timesNanos, values, unit));
  }

  /**
   * What a sensor shows at idle: the median of the lowest tenth of its means of two seconds; NaN
   * where not two seconds were read.
   */
  private static double lowest(long[] timesNanos, int[] values, PowerUnit unit) {
    double[] means = new double[16];
    int blocks = 0;
    double sum = 0;
    int count = 0;
    long start = timesNanos.length == 0 ? 0 : timesNanos[0];
    for (int i = 0; i < values.length; i++) {
      if (timesNanos[i] - start >= BLOCK_NANOS) {
        if (count > 0) {
          means = blocks == means.length ? Arrays.copyOf(means, 2 * blocks) : means;
          means[blocks++] = unit.watts() * sum / count;
        }
        start = timesNanos[i];
        sum = 0;
        count = 0;
      }
      if (values[i] != PollBlock.MISSING) {
        sum += values[i];
        count++;
      }
    }
    if (blocks == 0) {
      return Double.NaN;
    }
    Arrays.sort(means, 0, blocks);
    return means[(int) (IDLE_SHARE * (blocks - 1) / 2)];
  }

  /** Whether readings say what the board's sensor shows at idle. */
  public boolean isUsable() {
    return !Double.isNaN(sensorWatts);
  }

  /** A profile whose line goes through the point, as far as its errors allow. */
  public SensorProfile applied(SensorProfile start) {
    double y = sensorWatts;
    double off = watts - start.gain() * y - start.offsetWatts();
    double gg = start.gainError() * start.gainError();
    double go = start.gainOffsetCovarianceWatts();
    double oo = start.offsetErrorWatts() * start.offsetErrorWatts();
    double point = errorWatts * errorWatts;
    double unexplained = off * off - (y * y * gg + 2 * y * go + oo + point);
    oo += Math.max(0, unexplained);
    double gainPart = gg * y + go;
    double offsetPart = go * y + oo;
    double all = y * gainPart + offsetPart + point;
    return start.scaled(
        start.device() + "/" + start.signal() + "/idle-" + start.sensorClass().label(),
        start.gain() + gainPart / all * off,
        Math.sqrt(Math.max(0, gg - gainPart * gainPart / all)),
        start.offsetWatts() + offsetPart / all * off,
        Math.sqrt(Math.max(0, oo - offsetPart * offsetPart / all)),
        go - gainPart * offsetPart / all);
  }

  /** In words. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "at idle the sensor shows %.1f W, and the board takes %.1f W (+- %.1f W) by what you gave:"
            + " the offset is taken from that, the gain stays as it was known",
        sensorWatts,
        watts,
        errorWatts);
  }
}
