package io.wattune.report.plot;

/**
 * One line of a plot. The columns belong to the series; they are not copied.
 *
 * @param name for the legend
 * @param role what it shows
 * @param timesNanos epoch nanoseconds, in order
 * @param watts power at those times; NaN where there is none, which breaks the line
 * @param errorWatts standard error of each value, drawn as a band; empty where there is none
 */
@SuppressWarnings("ArrayRecordComponent") // columns: compared by nobody, read by every loop
public record Series(
    String name, SeriesRole role, long[] timesNanos, double[] watts, double[] errorWatts) {

  public Series {
    boolean hasErrors = errorWatts.length != 0;
    if (timesNanos.length != watts.length || (hasErrors && errorWatts.length != watts.length)) {
      throw new IllegalArgumentException(
          "series '%s' needs columns of one length, has %s times, %s powers and %s errors"
              .formatted(name, timesNanos.length, watts.length, errorWatts.length));
    }
    for (int i = 1; i < timesNanos.length; i++) {
      if (timesNanos[i] < timesNanos[i - 1]) {
        throw new IllegalArgumentException(
            "series '" + name + "' must be in the order of time, is not at point " + i);
      }
    }
  }

  /** A series without errors. */
  public static Series of(String name, SeriesRole role, long[] timesNanos, double[] watts) {
    return new Series(name, role, timesNanos, watts, new double[0]);
  }

  /** Whether there is a band to draw. */
  boolean hasErrors() {
    return errorWatts.length != 0;
  }

  /** The same line with at most so many points; its peaks survive. */
  Series decimated(int maxPoints) {
    int[] keep = MinMaxDecimator.keep(watts, maxPoints);
    if (keep.length == watts.length) {
      return this;
    }
    long[] times = new long[keep.length];
    double[] values = new double[keep.length];
    double[] errors = new double[hasErrors() ? keep.length : 0];
    for (int i = 0; i < keep.length; i++) {
      times[i] = timesNanos[keep[i]];
      values[i] = watts[keep[i]];
      if (hasErrors()) {
        errors[i] = errorWatts[keep[i]];
      }
    }
    return new Series(name, role, times, values, errors);
  }
}
