package io.wattune.core.policy;

/**
 * How {@link FinePolicy} judges.
 *
 * @param tolerance largest loss of delivered work rate, as a share of the best one known
 * @param fewest least invocations that a judgement rests on
 * @param most most invocations that a judgement may take
 * @param certainty standard errors between a mean and the limit that it is judged by
 * @param alarm standard errors by which a rate at unchanged settings must differ to be another one
 * @param mostReverts reverts after which a kernel settles where it is
 * @param mostRestarts times to begin anew after which the kernel is given up; a phase change later
 *     than {@code remeasureAfterNanos} after the one before counts as the first
 * @param remeasureAfterNanos age at which a reference is measured again
 * @param objective what is to be as small as possible within the tolerance
 */
public record FineSettings(
    double tolerance,
    int fewest,
    int most,
    double certainty,
    double alarm,
    int mostReverts,
    int mostRestarts,
    long remeasureAfterNanos,
    Objective objective) {

  /** 2 %, on 8 to 128 invocations at 3 standard errors, measured again every 10 minutes. */
  public static final FineSettings DEFAULT =
      new FineSettings(0.02, 8, 128, 3, 4, 12, 5, 600_000_000_000L, Objective.ENERGY);

  /** The same for a goal. */
  public FineSettings withGoal(Goal goal) {
    return new FineSettings(
        goal.maxSlowdown(),
        fewest,
        most,
        certainty,
        alarm,
        mostReverts,
        mostRestarts,
        remeasureAfterNanos,
        goal.objective());
  }

  public FineSettings {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException("tolerance must be in (0, 1), was " + tolerance);
    }
    if (fewest < 2 || most < fewest) {
      throw new IllegalArgumentException(
          "fewest must be at least 2 and most not below it, were " + fewest + " and " + most);
    }
    if (!(certainty > 0 && alarm >= certainty)) {
      throw new IllegalArgumentException(
          "certainty must be above 0 and alarm not below it, were " + certainty + " and " + alarm);
    }
    if (mostReverts < 1 || mostRestarts < 0 || remeasureAfterNanos <= 0) {
      throw new IllegalArgumentException(
          ("mostReverts must be at least 1, mostRestarts not negative, "
                  + "remeasureAfterNanos above 0, were %s, %s and %s")
              .formatted(mostReverts, mostRestarts, remeasureAfterNanos));
    }
  }
}
