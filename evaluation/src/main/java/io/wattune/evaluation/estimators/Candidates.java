package io.wattune.evaluation.estimators;

import io.wattune.core.estimate.PowerEstimate;
import io.wattune.core.estimate.PowerSmoother;
import io.wattune.core.estimate.RandomWalk;
import io.wattune.core.estimate.Stretch;
import io.wattune.core.estimate.TotalVariation;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.power.PowerState;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The estimators that are compared. */
final class Candidates {
  static final String CORRECTED_LIVE = "corrected, one sample behind";

  private static final double[] NO_BOUNDARIES = {};

  private Candidates() {}

  /** Those that know the samples up to now, and no boundaries. */
  static List<Candidate> causal(List<SensedTrace> traces) {
    SensorModel model = traces.get(0).sensor().model();
    var all = new ArrayList<Candidate>();
    all.add(new Candidate("reading as it is", Candidates::reading));
    all.add(new Candidate(CORRECTED_LIVE, trace -> corrected(trace, true)));
    if (model.sensorClass() == SensorClass.FIRST_ORDER_LAG) {
      all.add(equallyNoisyFilter(traces));
    }
    return all;
  }

  /** Those that know all samples. */
  static List<Candidate> smoothed() {
    return List.of(
        new Candidate("corrected", trace -> corrected(trace, false)),
        new Candidate("random walk", trace -> walk(trace, NO_BOUNDARIES)),
        new Candidate("random walk, boundaries", trace -> walk(trace, trace.truth().boundaries())),
        new Candidate("total variation", trace -> levels(trace, NO_BOUNDARIES)),
        new Candidate(
            "total variation, boundaries", trace -> levels(trace, trace.truth().boundaries())));
  }

  private static PowerEstimate reading(SensedTrace trace) {
    double[] variances = new double[trace.watts().length];
    Arrays.fill(variances, trace.sensor().noiseWatts() * trace.sensor().noiseWatts());
    return new PowerEstimate(trace.seconds(), trace.watts(), variances);
  }

  private static PowerEstimate walk(SensedTrace trace, double[] boundaries) {
    Stretch stretch = trace.stretch(boundaries);
    SensorModel model = trace.sensor().model();
    return PowerSmoother.smoothed(model, stretch, PowerSmoother.likeliestWalk(model, stretch));
  }

  /** The price of steps follows from the walk: a Laplace step of the walk's variance. */
  private static PowerEstimate levels(SensedTrace trace, double[] boundaries) {
    Stretch stretch = trace.stretch(boundaries);
    SensorModel model = trace.sensor().model();
    double q = PowerSmoother.likeliestWalk(model, stretch).variancePerSecond();
    return TotalVariation.of(model, stretch, Math.sqrt(q * trace.sensor().periodSeconds() / 2));
  }

  /** True power as the pipeline puts it out. */
  private static PowerEstimate corrected(SensedTrace trace, boolean whenKnown) {
    var state = new PowerState();
    var columns = new PowerColumns();
    SensorProfile profile = trace.sensor().profile();
    long startNanos = trace.truth().startNanos();
    double[] at = trace.seconds();
    for (int i = 0; i < at.length; i++) {
      long nanos = startNanos + Math.round(at[i] * 1e9);
      PowerCorrector.accept(state, profile, nanos, trace.watts()[i], true, columns);
    }
    TruePower power = columns.take(KnownSensor.DEVICE, KnownSensor.SIGNAL, 0, "", 0);
    double[] seconds = new double[power.samples()];
    double[] watts = new double[power.samples()];
    double[] variances = new double[power.samples()];
    int n = 0;
    for (int i = 0; i < power.samples(); i++) {
      if (power.trueMilliwatts()[i] != TruePower.NONE) {
        seconds[n] = whenKnown ? at[i + 1] : (power.timesNanos()[i] - startNanos) * 1e-9;
        watts[n] = power.trueMilliwatts()[i] * 1e-3;
        variances[n] = Math.pow(power.errorMilliwatts()[i] * 1e-3, 2);
        n++;
      }
    }
    return new PowerEstimate(
        Arrays.copyOf(seconds, n), Arrays.copyOf(watts, n), Arrays.copyOf(variances, n));
  }

  /**
   * The filter with the largest walk with which it is no noisier on plateaus than the corrected
   * readings; the least noisy one where all are noisier. Less of a walk is later after a boundary.
   */
  private static Candidate equallyNoisyFilter(List<SensedTrace> traces) {
    double wanted = plateau(traces, new Candidate("", trace -> corrected(trace, true)));
    Candidate best = filter(1);
    double least = Double.POSITIVE_INFINITY;
    for (double decade = 8; decade >= -2 && least > wanted; decade -= 0.25) {
      Candidate candidate = filter(Math.pow(10, decade));
      double noise = plateau(traces, candidate);
      if (noise < least) {
        least = noise;
        best = candidate;
      }
    }
    return best;
  }

  private static Candidate filter(double q) {
    return new Candidate(
        "Kalman filter, as noisy",
        trace ->
            PowerSmoother.filtered(
                trace.sensor().model(), trace.stretch(NO_BOUNDARIES), RandomWalk.steady(q)));
  }

  private static double plateau(List<SensedTrace> traces, Candidate candidate) {
    return PowerScore.of(candidate, traces).plateauWatts();
  }
}
