package io.wattune.collectors.powercap;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.SysTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * One zone of the powercap tree with an energy counter: a CPU package, or what belongs to one.
 *
 * <p>The same package may be there twice, as {@code intel-rapl} and {@code intel-rapl-mmio}: only
 * the first is taken.
 *
 * @param folder its folder
 * @param name what the kernel calls it: package-0, core, uncore, dram, psys
 * @param parent name of the zone that it belongs to; empty for one at the top
 */
record Zone(SysTree tree, Path folder, String name, String parent) {
  static final String FOLDER = "class/powercap";
  private static final Pattern TOP = Pattern.compile("intel-rapl:[0-9]+");
  private static final Pattern BELOW = Pattern.compile("intel-rapl:[0-9]+:[0-9]+");

  /** All zones of a tree: each package, and behind it what belongs to it. */
  static List<Zone> all(SysTree tree) {
    List<Zone> zones = new ArrayList<>();
    for (Path folder : tree.list(tree.path(FOLDER))) {
      if (TOP.matcher(folder.getFileName().toString()).matches()) {
        String name = tree.textIfAny(folder.resolve("name")).orElse("");
        zones.add(new Zone(tree, folder, name, ""));
        for (Path below : tree.list(folder)) {
          if (BELOW.matcher(below.getFileName().toString()).matches()) {
            String part = tree.textIfAny(below.resolve("name")).orElse("");
            zones.add(new Zone(tree, below, part, name));
          }
        }
      }
    }
    zones.removeIf(zone -> zone.name.isEmpty());
    return zones;
  }

  /** The zone with an id. */
  static Zone of(SysTree tree, String id) throws DeviceException {
    List<Zone> all = all(tree);
    return all.stream()
        .filter(zone -> zone.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new DeviceException(
                    "no zone '%s' is in %s; there are %s"
                        .formatted(id, tree.path(FOLDER), all.stream().map(Zone::id).toList())));
  }

  /** Its name within the machine, for example {@code package-0} and {@code package-0-dram}. */
  String id() {
    return parent.isEmpty() ? name : parent + "-" + name;
  }

  /** Whether it is a CPU package. */
  boolean isPackage() {
    return parent.isEmpty() && name.startsWith("package-");
  }

  /** Whether it is memory, whose energy is in no package's. */
  boolean isMemory() {
    return name.equals("dram");
  }

  Path counter() {
    return folder.resolve("energy_uj");
  }

  /** What the counter says. */
  long microjoules() throws DeviceException {
    OptionalLong value = tree.number(counter());
    if (value.isEmpty()) {
      throw new DeviceException("file " + counter() + " is empty; the kernel gives no energy now");
    }
    return value.getAsLong();
  }

  /** After how much the counter begins again. */
  long rangeMicrojoules() throws DeviceException {
    Path file = folder.resolve("max_energy_range_uj");
    long range = tree.number(file).orElse(0);
    if (range <= 0) {
      throw new DeviceException("file " + file + " must hold a range above 0, has " + range);
    }
    return range;
  }
}
