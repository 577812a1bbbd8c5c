package io.wattune.core.policy;

/**
 * What tuning is for.
 *
 * @param maxSlowdown largest loss of delivered work rate, as a fraction of the best one known; a
 *     bound whatever the objective is
 * @param objective what is to be as small as possible within that bound
 */
public record Goal(double maxSlowdown, Objective objective) {
  /** With a smaller bound noise decides, not the policy. */
  public static final double LEAST_SLOWDOWN = 0.001;

  /** A larger one is no bound. */
  public static final double MOST_SLOWDOWN = 0.45;

  /** The least energy at a loss of at most 2 %. */
  public static final Goal DEFAULT = new Goal(0.02, Objective.ENERGY);

  public Goal {
    if (!(maxSlowdown >= LEAST_SLOWDOWN && maxSlowdown <= MOST_SLOWDOWN)) {
      throw new IllegalArgumentException(
          "maxSlowdown must be in %s..%s, was %s"
              .formatted(LEAST_SLOWDOWN, MOST_SLOWDOWN, maxSlowdown));
    }
  }

  /** The same with another bound. */
  public Goal withMaxSlowdown(double fraction) {
    return new Goal(fraction, objective);
  }

  /** The same with another objective. */
  public Goal withObjective(Objective other) {
    return new Goal(maxSlowdown, other);
  }
}
