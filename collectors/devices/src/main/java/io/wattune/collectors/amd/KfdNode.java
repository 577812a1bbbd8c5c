package io.wattune.collectors.amd;

import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.mask.CuLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A GPU in the topology of the compute driver: how its compute units lie, for masks.
 *
 * <p>The topology has the number of active units and of arrays, but not which arrays have fewer
 * units. Where the units do not divide evenly the layout is not known. GPUs of several dies number
 * their units by die first, and are left out.
 *
 * @param index the GPU's index for programs, without a choice of visible devices
 * @param layout how its units lie; empty where that is not known
 * @param architecture as the profiler calls it, for example {@code gfx90a}; empty where that is not
 *     known
 * @param hasCores whether the cores of a CPU are in the same node
 */
record KfdNode(
    int index, Optional<CuLayout> layout, Optional<String> architecture, boolean hasCores) {
  private static final String NODES = "class/kfd/kfd/topology/nodes";

  /** From this version of the instruction set on (RDNA), units are masked in pairs. */
  private static final long PAIRS_FROM = 100_000;

  /** The node of a GPU. */
  static Optional<KfdNode> of(AmdCard card) {
    SysTree tree = card.tree();
    List<Path> folders = new ArrayList<>(tree.list(tree.path(NODES)));
    folders.removeIf(folder -> !folder.getFileName().toString().matches("[0-9]{1,6}"));
    folders.sort((a, b) -> Integer.compare(number(a.getFileName()), number(b.getFileName())));
    int index = 0;
    for (Path folder : folders) {
      Map<String, Long> properties =
          properties(tree.textIfAny(folder.resolve("properties")).orElse(""));
      if (properties.getOrDefault("simd_count", 0L) > 0) {
        if (address(properties).equals(card.address())) {
          return Optional.of(
              new KfdNode(
                  index,
                  layout(properties),
                  architecture(properties),
                  properties.getOrDefault("cpu_cores_count", 0L) > 0));
        }
        index++;
      }
    }
    return Optional.empty();
  }

  private static int number(Path name) {
    return Integer.parseInt(name.toString());
  }

  private static Map<String, Long> properties(String text) {
    Map<String, Long> properties = new HashMap<>();
    for (String line : text.lines().toList()) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length == 2 && words[1].matches("[0-9]{1,18}")) {
        properties.put(words[0], Long.parseLong(words[1]));
      }
    }
    return properties;
  }

  /** Bus in the bits from 8 on, device from 3 on, function below. */
  private static String address(Map<String, Long> properties) {
    long location = properties.getOrDefault("location_id", -1L);
    return String.format(
        Locale.ROOT,
        "%04x:%02x:%02x.%x",
        properties.getOrDefault("domain", 0L),
        location >> 8 & 0xFF,
        location >> 3 & 0x1F,
        location & 0x7);
  }

  /** Major and minor in decimal, the stepping, which is one digit of 16. */
  private static Optional<String> architecture(Map<String, Long> properties) {
    long version = properties.getOrDefault("gfx_target_version", 0L);
    return version <= 0
        ? Optional.empty()
        : Optional.of(
            "gfx" + version / 10_000 + version / 100 % 100 + Long.toHexString(version % 100));
  }

  private static Optional<CuLayout> layout(Map<String, Long> properties) {
    long units =
        properties.getOrDefault("simd_count", 0L)
            / Math.max(1, properties.getOrDefault("simd_per_cu", 0L));
    long arrays = properties.getOrDefault("array_count", 0L);
    long perEngine = properties.getOrDefault("simd_arrays_per_engine", 0L);
    int together = properties.getOrDefault("gfx_target_version", 0L) >= PAIRS_FROM ? 2 : 1;
    boolean isEven =
        arrays > 0
            && perEngine > 0
            && arrays % perEngine == 0
            && units % arrays == 0
            && units / arrays % together == 0
            && units > 0
            && properties.getOrDefault("num_xcc", 1L) <= 1;
    return isEven
        ? Optional.of(
            CuLayout.even(
                (int) (arrays / perEngine), (int) perEngine, (int) (units / arrays), together))
        : Optional.empty();
  }
}
