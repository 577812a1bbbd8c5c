package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.SysTree;
import java.util.regex.Pattern;

/**
 * Whether a GPU is a part of a processor. Its power is that of the whole chip then, CPU cores
 * included (amdgpu_pm.c, {@code power1_average}), which the CPU's own counters say once more.
 */
final class Apu {
  /** From this format of {@code gpu_metrics} on (2.x and 3.x) a table is of a processor. */
  private static final int FORMAT = 2;

  private static final int FORMAT_AT = 2;
  private static final Pattern PACKAGE = Pattern.compile("intel-rapl:[0-9]+");

  private Apu() {}

  /** Whether it is one, by its table of metrics or, of larger ones, by the compute driver. */
  static boolean isIt(AmdCard card) {
    return hasItsMetrics(card) || KfdNode.of(card).filter(KfdNode::hasCores).isPresent();
  }

  /** Whether its power is counted by a CPU's counter, better, and it has none of its own. */
  static boolean isCountedByItsCpu(AmdCard card) {
    SysTree tree = card.tree();
    return hasItsMetrics(card)
        && tree.list(tree.path("class/powercap")).stream()
            .filter(zone -> PACKAGE.matcher(zone.getFileName().toString()).matches())
            .anyMatch(zone -> tree.files().isReadable(zone.resolve("energy_uj")));
  }

  private static boolean hasItsMetrics(AmdCard card) {
    try {
      byte[] table = card.tree().bytes(card.file(AmdSource.METRICS));
      return table.length > FORMAT_AT && Byte.toUnsignedInt(table[FORMAT_AT]) >= FORMAT;
    } catch (DeviceException e) {
      return false; // A card of its own that has none, or none now.
    }
  }
}
