package io.wattune.core.sensor;

/**
 * A rising edge as it was collected, on the sensor's comb.
 *
 * @param baseNanos time of the last sample before it
 * @param baseWatts level before it
 * @param seconds samples' times since then, ascending; owned, not copied
 * @param watts the samples; owned, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record EdgeRecord(long baseNanos, double baseWatts, double[] seconds, double[] watts) {

  private static final int STARTS = 96;
  private static final int POINTS = 200;

  /** Number of samples. */
  public int samples() {
    return watts.length;
  }

  /**
   * What a response shows of a step that is put, and made as high, as the samples want it best.
   *
   * @return two columns: seconds since {@link #baseNanos} and watts
   */
  public double[][] fitted(SensorModel model) {
    double last = seconds[seconds.length - 1];
    double period = seconds.length > 1 ? (last - seconds[0]) / (seconds.length - 1) : last;
    double earliest = -2 * period;
    double best = 0;
    double bestRise = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= STARTS; i++) {
      double start = earliest + (seconds[0] - earliest) * i / STARTS;
      double ff = 0;
      double fy = 0;
      double yy = 0;
      for (int k = 0; k < watts.length; k++) {
        double f = response(model, seconds[k] - start);
        double y = watts[k] - baseWatts;
        ff += f * f;
        fy += f * y;
        yy += y * y;
      }
      double squares = ff > 0 ? yy - fy * fy / ff : yy;
      if (squares < least) {
        least = squares;
        best = start;
        bestRise = ff > 0 ? fy / ff : 0;
      }
    }
    double[][] curve = new double[2][POINTS + 1];
    for (int i = 0; i <= POINTS; i++) {
      double at = earliest + (last - earliest) * i / POINTS;
      curve[0][i] = at;
      curve[1][i] = baseWatts + bestRise * response(model, at - best);
    }
    return curve;
  }

  /** Answer to a unit step, a time after it. */
  private static double response(SensorModel model, double since) {
    if (since < 0) {
      return 0;
    }
    return switch (model.sensorClass()) {
      case PASS_THROUGH -> 1;
      case FIRST_ORDER_LAG -> 1 - StrictMath.exp(-since / model.timeConstantSeconds());
      case BOXCAR -> Math.min(1, since / model.windowSeconds());
    };
  }
}
