package io.wattune.core.policy;

import java.util.OptionalDouble;

/**
 * What {@link FinePolicy} knows of the objective: the score {@code P (u / r)^k} of each invocation
 * whose power is known, which is to be small. {@code P}: mean true power, in watts; {@code r}: its
 * delivered work rate; {@code k}: 1, 2 or 3, see {@link Objective}; {@code u}: a rate that makes a
 * number of handy size of it, the same for all that are compared. So a score is energy per work
 * times the time per work to the power of {@code k - 1}, with the scatter of power and rate in it;
 * an error of the power that is the same at all settings cancels in the ratio of two scores.
 *
 * @param unitRate {@code u}; 0 before any work
 * @param best scores at the best rungs
 * @param trial scores since the last change
 */
public record FineScores(double unitRate, RateStatistics best, RateStatistics trial) {
  /** A step that gains less is not worth a clock, so nobody needs to know it to more than this. */
  private static final double LEAST_GAIN = 0.01;

  static final FineScores NONE = new FineScores(0, RateStatistics.NONE, RateStatistics.NONE);

  /** How the trial's scores compare with the best settings'. */
  enum TrialComparison {
    /** Lower, for certain. */
    LOWERS,
    /** Higher for certain, or so near that the difference is not worth a clock. */
    DOES_NOT_LOWER,
    /** More invocations are needed. */
    UNCLEAR,
    /** Power is not known. */
    UNKNOWN
  }

  /** One invocation more. */
  FineScores plus(Evidence evidence, Objective objective) {
    OptionalDouble watts = evidence.watts();
    double rate = evidence.rate();
    if (watts.isEmpty() || !(rate > 0) || !(watts.getAsDouble() > 0)) {
      return this;
    }
    double unit = unitRate > 0 ? unitRate : rate;
    double score = watts.getAsDouble() * StrictMath.pow(unit / rate, objective.exponent());
    return Double.isFinite(score) ? new FineScores(unit, best, trial.plus(score)) : this;
  }

  /** Nothing is known at the settings that come now. */
  FineScores anew() {
    return new FineScores(unitRate, best, RateStatistics.NONE);
  }

  /** The trial's settings are the best ones known. */
  FineScores accepted() {
    return new FineScores(unitRate, trial, trial);
  }

  /** The trial's scores against the best settings'. */
  TrialComparison verdict(FineSettings settings) {
    if (trial.count() == 0 || best.count() < settings.fewest()) {
      return TrialComparison.UNKNOWN;
    }
    if (trial.count() < settings.fewest()) {
      return TrialComparison.UNCLEAR;
    }
    RateComparison scores = comparison();
    double error = settings.certainty() * scores.standardError();
    if (scores.ratio() + error < 1) {
      return TrialComparison.LOWERS;
    }
    return error <= LEAST_GAIN || scores.ratio() - error > 1
        ? TrialComparison.DOES_NOT_LOWER
        : TrialComparison.UNCLEAR;
  }

  /** Whether the trial's scores are the lower ones, as far as can be said; few say nothing. */
  boolean seemsLower() {
    return trial.count() < 2 || comparison().ratio() < 1;
  }

  /** Whether the trial's scores, at own settings, are below the best settings' for certain. */
  boolean isOwnBetter(FineSettings settings) {
    if (trial.count() < settings.fewest() || best.count() < settings.fewest()) {
      return false;
    }
    RateComparison scores = comparison();
    return scores.ratio() + settings.alarm() * scores.standardError() < 1;
  }

  /** Mean power at the best settings, from their scores and their mean rate. */
  OptionalDouble bestWatts(double bestRate, Objective objective) {
    return best.count() == 0 || !(unitRate > 0)
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            best.mean() * StrictMath.pow(bestRate / unitRate, objective.exponent()));
  }

  RateComparison comparison() {
    return RateComparison.of(trial, best);
  }
}
