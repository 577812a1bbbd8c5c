package io.wattune.evaluation.estimators;

/** True power of a trace. Times are seconds since the trace's start. */
interface Truth {
  /** When it starts. */
  long startNanos();

  /** Starts and ends of activities, ascending. */
  double[] boundaries();

  /** Power at a time; NaN where it is not known. */
  double powerWatts(double seconds);

  /** Time since the newest boundary before; infinite before the first. */
  default double sinceBoundary(double seconds) {
    double since = Double.POSITIVE_INFINITY;
    for (double boundary : boundaries()) {
      if (boundary <= seconds) {
        since = seconds - boundary;
      }
    }
    return since;
  }
}
