package io.wattune.evaluation.estimators;

import io.wattune.core.estimate.PowerEstimate;
import java.util.List;

/**
 * How far an estimator of power was from the truth: root mean squares over all traces of a sensor.
 *
 * @param name the estimator
 * @param plateauWatts error more than 0.5 s after a boundary
 * @param edgeWatts error within 0.1 s after a boundary
 * @param afterWatts error from 0.1 to 0.5 s after a boundary
 * @param allWatts error throughout
 * @param covered share of the estimates within two of their own standard errors
 */
record PowerScore(
    String name,
    double plateauWatts,
    double edgeWatts,
    double afterWatts,
    double allWatts,
    double covered) {

  static final double EDGE_SECONDS = 0.1;
  static final double SETTLED_SECONDS = 0.5;

  /** A tenth of a milliwatt is not resolved. */
  private static final double LEAST_ERROR_WATTS = 1e-3;

  static PowerScore of(Candidate candidate, List<SensedTrace> traces) {
    double[] squares = new double[3];
    int[] counts = new int[3];
    int within = 0;
    for (SensedTrace trace : traces) {
      PowerEstimate estimate = candidate.estimate().apply(trace);
      for (int i = 0; i < estimate.size(); i++) {
        double at = estimate.seconds()[i];
        double truth = trace.truth().powerWatts(at);
        double since = trace.truth().sinceBoundary(at);
        if (at < trace.seconds()[0] + 1 || since < 1e-6 || Double.isNaN(truth)) {
          continue; // a filter starts with nothing; at a boundary power has two values
        }
        double error = estimate.watts()[i] - truth;
        int where = since < EDGE_SECONDS ? 1 : since < SETTLED_SECONDS ? 2 : 0;
        squares[where] += error * error;
        counts[where]++;
        double stated = Math.max(LEAST_ERROR_WATTS, Math.sqrt(estimate.variances()[i]));
        within += Math.abs(error) <= 2 * stated ? 1 : 0;
      }
    }
    int all = counts[0] + counts[1] + counts[2];
    return new PowerScore(
        candidate.name(),
        Math.sqrt(squares[0] / counts[0]),
        Math.sqrt(squares[1] / counts[1]),
        Math.sqrt(squares[2] / counts[2]),
        Math.sqrt((squares[0] + squares[1] + squares[2]) / all),
        (double) within / all);
  }
}
