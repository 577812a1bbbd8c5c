package io.wattune.evaluation.estimators;

import java.util.Comparator;
import java.util.List;

/** The rule by which estimators are chosen; written down before the first comparison was made. */
final class Choice {
  static final String RULE =
      "Rule, fixed beforehand. Causal: among those that are no noisier on plateaus than the"
          + " corrected readings (by 5 %), the least error from 0.1 s to 0.5 s after a boundary,"
          + " counted at the time at which the estimate was known. Smoothed: the least error"
          + " throughout, over all sensors by the mean rank, among those that cover 90 % of the"
          + " truth with two of their own standard errors on half of the sensors or more.";

  private static final double AS_NOISY = 1.05;
  private static final double ENOUGH_COVERED = 0.9;

  private Choice() {}

  /** The causal estimator of one sensor. */
  static String causal(SensorScores scores) {
    double most = AS_NOISY * find(scores.causal(), Candidates.CORRECTED_LIVE).plateauWatts();
    return scores.causal().stream()
        .filter(score -> score.plateauWatts() <= most)
        .min(Comparator.comparingDouble(PowerScore::afterWatts))
        .map(PowerScore::name)
        .orElseThrow();
  }

  /** The smoothed estimator of all sensors. */
  static String smoothed(List<SensorScores> all) {
    return all.get(0).smoothed().stream()
        .map(PowerScore::name)
        .filter(name -> isHonest(all, name))
        .min(Comparator.comparingDouble(name -> meanRank(all, name)))
        .orElse("none");
  }

  /** Mean rank of a smoothed estimator: 1 where it is best on each sensor. */
  static double meanRank(List<SensorScores> all, String name) {
    double ranks = 0;
    for (SensorScores scores : all) {
      double own = find(scores.smoothed(), name).allWatts();
      ranks += 1 + scores.smoothed().stream().filter(score -> score.allWatts() < own).count();
    }
    return ranks / all.size();
  }

  private static boolean isHonest(List<SensorScores> all, String name) {
    long honest =
        all.stream()
            .filter(scores -> find(scores.smoothed(), name).covered() >= ENOUGH_COVERED)
            .count();
    return 2 * honest >= all.size();
  }

  private static PowerScore find(List<PowerScore> scores, String name) {
    return scores.stream().filter(score -> score.name().equals(name)).findFirst().orElseThrow();
  }
}
