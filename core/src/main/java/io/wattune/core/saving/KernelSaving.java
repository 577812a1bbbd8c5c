package io.wattune.core.saving;

import io.wattune.core.sensor.SensorProfile;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one kernel on one device has saved against its own settings.
 *
 * <p>With {@code E0, T0, W0} energy, time and work of {@code n} invocations at own settings, {@code
 * E1, T1, W1} those of invocations at others: {@code saved = k E0 - E1} with {@code k = W1 / W0},
 * {@code expected time = k T0}. What is compared with is what own settings take on average, so the
 * spread of the kernel itself at other settings is no error. Exploration counts: worse settings
 * save less than nothing.
 *
 * <p>Variance, J^2: {@code W1^2 v + I1 + k^2 L0^2 + L1^2 + (k E0 g)^2 + scale}.
 *
 * <ul>
 *   <li>{@code v}, that of {@code E0 / W0}, is common to all that it is applied to ({@link
 *       Runs#varianceOfMean});
 *   <li>{@code I1} are the ledger's independent errors, squared and summed. Errors of invocations
 *       that follow each other are anticorrelated at the edge that they share, so this is an upper
 *       bound;
 *   <li>{@code scale} is what gain and offset do to the difference {@code k E0 - E1} and to the
 *       difference of times, not to the energies themselves ({@link ScaleError});
 *   <li>{@code L}, the rest of what a ledger entry says is common (the level that repeats share
 *       which the sensor cannot resolve, or all of it where the profile is not known), is common to
 *       one side only;
 *   <li>{@code g} is by how much more of the work at other settings there may have been, where it
 *       is a device's counters': what was taken off for safety counts as one standard error ({@link
 *       OwnRates#guard}).
 * </ul>
 *
 * <p>Limits: work is taken to cost the same whenever it was done, so a reference that is old, a
 * phase with other work in it, or a device that has become warmer since shows as a saving or a
 * loss; for that reason the age of the reference is reported. Tests: {@code KernelSavingTest},
 * {@code SavingPropertyTest}.
 *
 * @param kernel its name
 * @param isWorkCounted whether a unit is the work that counters count; else it is an invocation
 * @param own invocations at own settings
 * @param others invocations at other settings that are compared with those; none where there are
 *     too few to compare with
 * @param levelVariance {@code k^2 L0^2 + L1^2}
 * @param scale what gain and offset do
 * @param notCompared what ran at other settings, or at none that is known, and was not compared
 */
record KernelSaving(
    String kernel,
    boolean isWorkCounted,
    Runs own,
    Runs others,
    double levelVariance,
    ScaleError scale,
    Map<NotCompared, Amount> notCompared) {

  public KernelSaving {
    notCompared = Map.copyOf(notCompared);
  }

  /**
   * Of a kernel's book.
   *
   * @param profiles the profile of an id; null where it is not known
   */
  static KernelSaving of(
      String kernel, KernelBook book, Function<String, @Nullable SensorProfile> profiles) {
    Runs own = book.compared().own;
    Runs others = book.compared().others;
    Map<NotCompared, Amount> left = new EnumMap<>(NotCompared.class);
    left.putAll(book.left());
    if (others.count() > 0 && own.count() < SavingSettings.LEAST_REFERENCES) {
      left.merge(NotCompared.FEW_REFERENCES, others.amount(), Amount::plus);
      others = new Runs();
    }
    Common common = new Common(profiles);
    if (others.count() > 0) {
      common.add(own, others.work() / own.work());
      common.add(others, -1);
    }
    return new KernelSaving(
        kernel, book.isCounted(), own, others, common.levelVariance, common.scale, left);
  }

  /** {@code k}. */
  private double scaleUp() {
    return others.work() / own.work();
  }

  /** {@code k E0}. */
  double expectedJoules() {
    return scaleUp() * own.joules();
  }

  /** {@code k T0}. */
  double expectedSeconds() {
    return scaleUp() * own.seconds();
  }

  /** {@code g^2}. */
  private double guarded() {
    return others.guardShare() * others.guardShare();
  }

  /** The variance without {@code scale}. */
  double variance() {
    return others.work() * others.work() * own.varianceOfMean()
        + others.independentVariance()
        + expectedJoules() * expectedJoules() * guarded()
        + levelVariance;
  }

  /**
   * Variance of {@code k T0} against {@code T1}, s^2: the spread of the time per work at both
   * settings.
   */
  double timeVariance() {
    return expectedSeconds()
        * expectedSeconds()
        * (own.timeVariance(own) + others.timeVariance(own) + guarded());
  }

  /** Splits what ledger entries call common into what gain and offset explain, and the rest. */
  private static final class Common {
    private final Function<String, @Nullable SensorProfile> profiles;
    private ScaleError scale = ScaleError.NONE;
    private double levelVariance;

    Common(Function<String, @Nullable SensorProfile> profiles) {
      this.profiles = profiles;
    }

    /**
     * Adds one side of the difference.
     *
     * @param factor what its energies are multiplied by, below 0 where they are subtracted
     */
    void add(Runs runs, double factor) {
      runs.byProfile()
          .forEach(
              (profileId, part) -> {
                SensorProfile profile = profiles.apply(profileId);
                double explained = 0;
                if (profile != null) {
                  explained = ScaleError.of(profile, part.joules(), part.seconds()).variance();
                  scale =
                      scale.plus(
                          ScaleError.of(profile, factor * part.joules(), factor * part.seconds()));
                }
                double rest = part.commonJoules() * part.commonJoules() - explained;
                levelVariance += factor * factor * Math.max(0, rest);
              });
    }
  }
}
