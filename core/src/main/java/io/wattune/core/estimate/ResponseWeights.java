package io.wattune.core.estimate;

import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;

/**
 * How much of a sample is made of power in each segment of a {@link Pool}. For a boxcar that is the
 * part of the window that lies in the segment; for a sensor without memory, the same of the time
 * within which it is not known when the sample was taken, {@code sqrt(12)} times its standard
 * deviation; for a lag of time constant {@code C}, {@code e^-(t-to)/C - e^-(t-from)/C} (its impulse
 * response integrated), and a last column has what is left of the reading at the pool's start,
 * {@code e^-(t-start)/C}.
 */
final class ResponseWeights {
  private static final double[] NONE = {};

  private ResponseWeights() {}

  /**
   * The constant that the weights depend on: window or time constant, or the time that a sample may
   * be from.
   */
  static double constantOf(SensorModel model, double placeSeconds) {
    return model.sensorClass() == SensorClass.PASS_THROUGH
        ? placeSeconds * Math.sqrt(12)
        : model.constantSeconds();
  }

  /** Standard error of that constant. */
  static double errorOf(SensorModel model) {
    return model.sensorClass() == SensorClass.PASS_THROUGH ? 0 : model.constantErrorSeconds();
  }

  /** One row for each sample, one column for each segment, and one for what was before. */
  static double[][] of(Pool pool, SensorModel model, double constant, double laterSeconds) {
    int columns = pool.segments() + 1;
    double[][] rows = new double[pool.samples()][columns];
    double[] decays =
        model.sensorClass() == SensorClass.FIRST_ORDER_LAG ? decays(pool, constant) : NONE;
    for (int i = 0; i < rows.length; i++) {
      double at = pool.seconds()[i] + laterSeconds;
      switch (model.sensorClass()) {
        case BOXCAR -> window(rows[i], pool, at - constant, at);
        case FIRST_ORDER_LAG -> lag(rows[i], pool, at, constant, decays);
        case PASS_THROUGH -> window(rows[i], pool, at - 0.5 * constant, at + 0.5 * constant);
      }
    }
    return rows;
  }

  /** What is left after each segment of what was there before it. */
  private static double[] decays(Pool pool, double constant) {
    double[] decays = new double[pool.segments()];
    for (int s = 0; s < decays.length; s++) {
      decays[s] = left(pool.lengthSeconds(s), constant);
    }
    return decays;
  }

  private static void window(double[] row, Pool pool, double from, double to) {
    double seen = 0;
    double[] cuts = pool.cuts();
    for (int s = 0; s < pool.segments() && cuts[s] < to; s++) {
      double overlap = Math.min(cuts[s + 1], to) - Math.max(cuts[s], from);
      if (overlap > 0) {
        row[s] = overlap / (to - from);
        seen += row[s];
      }
    }
    row[pool.segments()] = Math.max(0, 1 - seen);
  }

  /** From the newest segment to the oldest: what is left falls with each by that one's decay. */
  private static void lag(double[] row, Pool pool, double at, double constant, double[] decays) {
    double after = 1;
    for (int s = pool.segments() - 1; s >= 0; s--) {
      if (at > pool.cuts()[s]) {
        boolean isNewest = at <= pool.cuts()[s + 1] || s == pool.segments() - 1;
        after = isNewest ? left(at - pool.cuts()[s + 1], constant) : after;
        double before = isNewest ? left(at - pool.cuts()[s], constant) : after * decays[s];
        row[s] = after - before;
        after = before;
      }
    }
    row[pool.segments()] = after;
  }

  /** What is left after some time; all of it before. */
  private static double left(double seconds, double constant) {
    return seconds <= 0 ? 1 : StrictMath.exp(-seconds / constant);
  }
}
