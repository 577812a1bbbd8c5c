package io.wattune.testbed.server;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What is known of the MI50 and of the models on it (Chow 2023). */
public final class Mi50 {
  /** Four engines of 15 units (section 2.3). */
  public static final CuLayout LAYOUT = CuLayout.even(4, 1, 15, 1);

  /**
   * Nine clocks from 925 to 1725 MHz, "not uniform in distance" (section 4.3). The two ends are
   * stated; those between are assumed.
   */
  public static final List<Integer> MEGA_HERTZ =
      List.of(925, 1000, 1085, 1180, 1275, 1380, 1500, 1620, 1725);

  /** Table 3.3. The text says nine models; the tables have these eight. */
  public static final List<StatedModel> MODELS =
      List.of(
          new StatedModel("albert", 304, 12, 0.027),
          new StatedModel("alexnet", 34, 45, 0.091),
          new StatedModel("densenet201", 711, 32, 0.072),
          new StatedModel("resnet152", 517, 26, 0.011),
          new StatedModel("resnext101", 347, 55, 0.154),
          new StatedModel("shufflenet", 211, 21, 0.008),
          new StatedModel("squeezenet", 90, 21, 0.008),
          new StatedModel("vgg19", 62, 60, 0.081));

  /**
   * Standard deviation of an inference's latency alone, as a part of it: from the host, since the
   * GPU's part is simulated. Assumed; its 95th percentile is 1.645 of it above the mean.
   */
  public static final double LATENCY_SPREAD = 0.03;

  /** Of each placement and number of units, those of each engine: they are asked for often. */
  private static final Map<CuPlacement, List<List<Integer>>> PLACED = placed();

  /** For each engine, the bits of its units: bit = engines * unit + engine. */
  private static final long[] OF_ENGINE = new long[LAYOUT.engines()];

  static {
    for (int bit = 0; bit < LAYOUT.units(); bit++) {
      OF_ENGINE[bit % OF_ENGINE.length] |= 1L << bit;
    }
  }

  private Mi50() {}

  private static Map<CuPlacement, List<List<Integer>>> placed() {
    Map<CuPlacement, List<List<Integer>>> all = new EnumMap<>(CuPlacement.class);
    for (CuPlacement placement : CuPlacement.values()) {
      all.put(
          placement,
          IntStream.rangeClosed(1, LAYOUT.units())
              .mapToObj(count -> CuMask.of(LAYOUT, placement, count).countsByEngine(LAYOUT))
              .toList());
    }
    return all;
  }

  /** The highest clock. */
  public static int highestMegaHertz() {
    return MEGA_HERTZ.get(MEGA_HERTZ.size() - 1);
  }

  /** Units of each engine of a mask. */
  public static List<Integer> units(CuPlacement placement, int count) {
    return PLACED.getOrDefault(placement, List.of()).get(count - 1);
  }

  /** Units of each engine of a mask's bits: there is one array in each engine. */
  public static List<Integer> unitsOf(long bits) {
    Integer[] counts = new Integer[OF_ENGINE.length];
    for (int engine = 0; engine < counts.length; engine++) {
      counts[engine] = Long.bitCount(bits & OF_ENGINE[engine]);
    }
    return List.of(counts);
  }

  /** All of them. */
  public static List<Integer> all() {
    return units(CuPlacement.DISTRIBUTED, LAYOUT.units());
  }

  /** The least units whose seconds, placed by Conserved, are within 1 % of the whole GPU's. */
  public static int rightSize(ToDoubleFunction<List<Integer>> seconds) {
    double most = 1.01 * seconds.applyAsDouble(all());
    return IntStream.rangeClosed(1, LAYOUT.units())
        .filter(count -> seconds.applyAsDouble(units(CuPlacement.CONSERVED, count)) <= most)
        .findFirst()
        .orElse(LAYOUT.units());
  }
}
