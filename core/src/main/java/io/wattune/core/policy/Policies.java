package io.wattune.core.policy;

import java.util.List;
import java.util.Optional;

/** The policies by name. */
public final class Policies {
  /** Largest loss of delivered work rate that is allowed unless told otherwise, a fraction. */
  public static final double MAX_SLOWDOWN = 0.02;

  /** With a smaller one noise decides, not the policy. */
  public static final double LEAST_SLOWDOWN = 0.001;

  /** A larger one is no bound. */
  public static final double MOST_SLOWDOWN = 0.45;

  private Policies() {}

  /** Their names, the harmless one first. */
  public static List<String> names() {
    return List.of(
        NonePolicy.NAME,
        FinePolicy.NAME,
        BaselinePolicy.NAME,
        HarmoniaSettings.DVFS_ONLY.name(),
        HarmoniaSettings.COARSE_ONLY.name(),
        HarmoniaSettings.HARMONIA.name());
  }

  /** The policy of this name as it suits real kernels; empty for a name that is not known. */
  public static Optional<Policy> named(String name) {
    return named(name, MAX_SLOWDOWN);
  }

  /**
   * The policy of this name as it suits real kernels, with a bound.
   *
   * @param maxSlowdown largest loss of delivered work rate, as a fraction of the best one known
   */
  public static Optional<Policy> named(String name, double maxSlowdown) {
    return name.equals(FinePolicy.NAME)
        ? Optional.of(new FinePolicy(FineSettings.DEFAULT.withTolerance(maxSlowdown)))
        : named(name, HarmoniaJudging.LIVE.withTolerance(maxSlowdown));
  }

  /**
   * The policy of this name.
   *
   * @param judging how Harmonia and its variants judge
   */
  public static Optional<Policy> named(String name, HarmoniaJudging judging) {
    return switch (name) {
      case NonePolicy.NAME -> Optional.of(new NonePolicy());
      case FinePolicy.NAME -> Optional.of(new FinePolicy(FineSettings.DEFAULT));
      case BaselinePolicy.NAME -> Optional.of(new BaselinePolicy(BaselineSettings.DEFAULT));
      default -> variant(name).map(each -> new HarmoniaPolicy(each.withJudging(judging)));
    };
  }

  private static Optional<HarmoniaSettings> variant(String name) {
    return HarmoniaSettings.VARIANTS.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
