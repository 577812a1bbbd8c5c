package io.wattune.core.policy;

import io.wattune.core.tunable.TunableName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What makes {@link HarmoniaPolicy} the one or the other of its variants.
 *
 * @param name name of the variant
 * @param isCoarse whether it follows the bins
 * @param isFine whether it lowers step by step by its signal
 * @param fineTunables tunables that the fine half may lower; empty for all
 * @param signal what it judges by
 * @param judging how
 * @param shares where the coarse half puts a tunable, by name; it leaves others alone
 */
public record HarmoniaSettings(
    String name,
    boolean isCoarse,
    boolean isFine,
    Set<String> fineTunables,
    HarmoniaSignal signal,
    HarmoniaJudging judging,
    Map<String, BinShares> shares) {

  /**
   * The paper gives no values of its bins. These put its card at 16, 24 and 32 compute units, at
   * the full core clock, and at 475, 925 and 1375 MHz of memory clock. They were found with the
   * paper's averages in view, so what depends on them is calibration, not prediction.
   */
  public static final Map<String, BinShares> SHARES =
      Map.of(
          TunableName.CU_COUNT,
          new BinShares(0.5, 0.75, 1),
          TunableName.CORE_CLOCK,
          new BinShares(1, 1, 1),
          TunableName.MEMORY_CLOCK,
          new BinShares(0.345, 0.673, 1));

  /** Both halves, by delivered work rate, judged by one invocation as in the paper. */
  public static final HarmoniaSettings HARMONIA =
      new HarmoniaSettings(
          "harmonia", true, true, Set.of(), HarmoniaSignal.RATE, HarmoniaJudging.PAPER, SHARES);

  /** The coarse half alone. */
  public static final HarmoniaSettings COARSE_ONLY = HARMONIA.as("harmonia-cg", true, false);

  /** The fine half alone, on the core clock alone. */
  public static final HarmoniaSettings DVFS_ONLY =
      HARMONIA.as("dvfs-only", false, true).withFineTunables(Set.of(TunableName.CORE_CLOCK));

  /** All of them. */
  public static final List<HarmoniaSettings> VARIANTS = List.of(DVFS_ONLY, COARSE_ONLY, HARMONIA);

  public HarmoniaSettings {
    fineTunables = Set.copyOf(fineTunables);
    shares = Map.copyOf(shares);
    if (!isCoarse && !isFine) {
      throw new IllegalArgumentException("isCoarse or isFine must be true, both were false");
    }
  }

  private HarmoniaSettings as(String newName, boolean coarse, boolean fine) {
    return new HarmoniaSettings(newName, coarse, fine, fineTunables, signal, judging, shares);
  }

  /** The same with a fine half that may lower these alone; empty for all. */
  public HarmoniaSettings withFineTunables(Set<String> tunables) {
    return new HarmoniaSettings(name, isCoarse, isFine, tunables, signal, judging, shares);
  }

  /** The same with another signal. */
  public HarmoniaSettings withSignal(HarmoniaSignal other) {
    return new HarmoniaSettings(name, isCoarse, isFine, fineTunables, other, judging, shares);
  }

  /** The same, judging otherwise. */
  public HarmoniaSettings withJudging(HarmoniaJudging other) {
    return new HarmoniaSettings(name, isCoarse, isFine, fineTunables, signal, other, shares);
  }

  /** The same with other values of the bins. */
  public HarmoniaSettings withShares(Map<String, BinShares> others) {
    return new HarmoniaSettings(name, isCoarse, isFine, fineTunables, signal, judging, others);
  }

  /** Whether the fine half may lower a tunable. */
  boolean mayLower(String tunable) {
    return fineTunables.isEmpty() || fineTunables.contains(tunable);
  }
}
