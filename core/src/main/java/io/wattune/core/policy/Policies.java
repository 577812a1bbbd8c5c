package io.wattune.core.policy;

import java.util.List;
import java.util.Optional;

/** The policies by name. */
public final class Policies {
  private Policies() {}

  /** Their names, the harmless one first. */
  public static List<String> names() {
    return List.of(
        NonePolicy.NAME,
        FinePolicy.NAME,
        BaselinePolicy.NAME,
        HarmoniaSettings.DVFS_ONLY.name(),
        HarmoniaSettings.COARSE_ONLY.name(),
        HarmoniaSettings.HARMONIA.name(),
        NonePolicy.THERMAL,
        NonePolicy.COFRIS,
        NonePolicy.KRISP);
  }

  /** The policy of this name as it suits real kernels; empty for a name that is not known. */
  public static Optional<Policy> named(String name) {
    return named(name, Goal.DEFAULT);
  }

  /**
   * The policy of this name as it suits real kernels, with a goal. Of the policies only {@code
   * fine} looks at its objective.
   */
  public static Optional<Policy> named(String name, Goal goal) {
    return name.equals(FinePolicy.NAME)
        ? Optional.of(new FinePolicy(FineSettings.DEFAULT.withGoal(goal)))
        : named(name, HarmoniaJudging.LIVE.withTolerance(goal.maxSlowdown()));
  }

  /**
   * The policy of this name.
   *
   * @param judging how Harmonia and its variants judge
   */
  public static Optional<Policy> named(String name, HarmoniaJudging judging) {
    return switch (name) {
      case NonePolicy.NAME -> Optional.of(new NonePolicy());
      case NonePolicy.THERMAL, NonePolicy.COFRIS, NonePolicy.KRISP ->
          Optional.of(new NonePolicy(name));
      case FinePolicy.NAME -> Optional.of(new FinePolicy(FineSettings.DEFAULT));
      case BaselinePolicy.NAME -> Optional.of(new BaselinePolicy(BaselineSettings.DEFAULT));
      default -> variant(name).map(each -> new HarmoniaPolicy(each.withJudging(judging)));
    };
  }

  private static Optional<HarmoniaSettings> variant(String name) {
    return HarmoniaSettings.VARIANTS.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
