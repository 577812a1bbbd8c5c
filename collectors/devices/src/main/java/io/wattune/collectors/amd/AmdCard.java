package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.SysTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One GPU, as the kernel shows it now. The numbers of cards and of hwmon folders change when a
 * driver is loaded again; the PCI address does not.
 *
 * @param tree the tree that it is in
 * @param folder {@code class/drm/card<n>/device}
 * @param address PCI address, for example {@code 0000:03:00.0}
 */
record AmdCard(SysTree tree, Path folder, String address) {
  private static final String VENDOR = "0x1002";
  private static final Pattern CARD = Pattern.compile("card[0-9]+");
  private static final Pattern SLOT = Pattern.compile("(?m)^PCI_SLOT_NAME=(\\S+)$");

  /** All AMD GPUs of a tree, in the order of their cards. */
  static List<AmdCard> all(SysTree tree) {
    List<AmdCard> cards = new ArrayList<>();
    for (Path card : tree.list(tree.path("class/drm"))) {
      Path folder = card.resolve("device");
      if (CARD.matcher(card.getFileName().toString()).matches()
          && tree.textIfAny(folder.resolve("vendor")).filter(VENDOR::equals).isPresent()) {
        slot(tree, folder).ifPresent(address -> cards.add(new AmdCard(tree, folder, address)));
      }
    }
    return cards;
  }

  /** The GPU at an address. */
  static AmdCard at(SysTree tree, String address) throws DeviceException {
    return all(tree).stream()
        .filter(card -> card.address.equals(address))
        .findFirst()
        .orElseThrow(
            () ->
                new DeviceException(
                    "no AMD GPU at %s in %s; is it lost, or its driver not loaded?"
                        .formatted(address, tree.path("class/drm"))));
  }

  /** The same GPU, where it is now. */
  AmdCard now() throws DeviceException {
    return at(tree, address);
  }

  private static Optional<String> slot(SysTree tree, Path folder) {
    return tree.textIfAny(folder.resolve("uevent"))
        .map(SLOT::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }

  /** Whether the kernel has put it to sleep: its driver then answers no question. */
  boolean isAsleep() {
    return tree.textIfAny(file("power/runtime_status")).filter("suspended"::equals).isPresent();
  }

  /** A file of the GPU. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** Its number that outlives a change of slots; empty for those that have none. */
  Optional<String> uniqueId() {
    return tree.textIfAny(file("unique_id"));
  }

  String model() {
    return tree.textIfAny(file("product_name"))
        .orElseGet(
            () ->
                "1002:"
                    + tree.textIfAny(file("device"))
                        .map(id -> id.replaceFirst("^0x", ""))
                        .orElse(""));
  }

  /** Version of the driver, which only the one outside the kernel's tree states. */
  String driver() {
    return tree.textIfAny(tree.path("module/amdgpu/version")).orElse("");
  }

  /** Its folder of sensors; empty where the driver makes none, as for a virtual function. */
  Optional<Path> sensors() {
    return tree.list(file("hwmon")).stream()
        .filter(hwmon -> hwmon.getFileName().toString().startsWith("hwmon"))
        .findFirst();
  }

  /** A file of its folder of sensors, where it is there. */
  Optional<Path> sensor(String name) {
    return sensors().map(hwmon -> hwmon.resolve(name)).filter(tree::isThere);
  }

  /** A file of its folder of sensors that must be there. */
  Path requiredSensor(String name) throws DeviceException {
    return sensor(name)
        .orElseThrow(
            () ->
                new DeviceException(
                    "the GPU at " + address + " has no " + name + " in " + file("hwmon")));
  }
}
