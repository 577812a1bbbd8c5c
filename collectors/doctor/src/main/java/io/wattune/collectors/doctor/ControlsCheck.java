package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the listed devices of a node what they can set, and holds the bounds of the node's file
 * against it: range, step, and the value that each control has now. Writes nothing.
 */
final class ControlsCheck {
  private static final String CORRECT = "correct tuning.controls in the node's file";

  private final NodeConfig node;
  private final DeviceKinds kinds;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> found = new HashSet<>();
  private boolean areAllOpen = true;

  private ControlsCheck(NodeConfig node, DeviceKinds kinds) {
    this.node = node;
    this.kinds = kinds;
  }

  static List<Finding> findings(NodeConfig node, DeviceKinds kinds) {
    var check = new ControlsCheck(node, kinds);
    node.devices().forEach(check::device);
    check.unknownTunables();
    return check.findings;
  }

  private void device(DeviceConfig device) {
    var settings = new DeviceSettings(node.deviceId(device), node.fileFolder(), device.settings());
    try (DeviceControls controls = kinds.openControls(device.kind(), settings)) {
      List<Control> listed =
          controls.controls().stream()
              .filter(each -> bounds(device, each.tunable()).isPresent())
              .toList();
      if (listed.isEmpty()) {
        findings.add(
            Finding.note(
                "device "
                    + device.uuid()
                    + " answers; the node's file lists none of its controls"));
      }
      for (Control control : listed) {
        found.add(control.tunable().name());
        control(device, control, bounds(device, control.tunable()).orElseThrow());
      }
    } catch (DeviceException | RuntimeException | LinkageError e) {
      areAllOpen = false;
      findings.add(
          Finding.broken(
              "device " + device.uuid() + " cannot be opened for setting: " + e.getMessage(),
              "correct devices in the node's file, or run the doctor as the writer's user"));
    }
  }

  private Optional<ControlBounds> bounds(DeviceConfig device, Tunable tunable) {
    return node.tuning().bounds(device.uuid(), tunable.name());
  }

  private void control(DeviceConfig device, Control control, ControlBounds bounds) {
    Tunable tunable = control.tunable();
    String what = tunable.name() + " of " + device.uuid() + ": ";
    String mismatch = bounds.mismatch(tunable);
    if (mismatch != null) {
      findings.add(
          Finding.broken(
              what + "nothing can be set, every decision is refused; " + mismatch, CORRECT));
      return;
    }
    String allowed = "bounds " + span(tunable, bounds.lowest(), bounds.highest());
    ValueGrid grid = tunable.grid();
    String takes =
        "the device takes "
            + span(tunable, grid.lowest(), grid.highest())
            + (grid.values().isEmpty()
                ? " in steps of " + text(tunable, grid.step())
                : ", " + grid.size() + " values");
    int inside = inside(grid, bounds);
    if (inside == 0) {
      findings.add(
          Finding.broken(what + "nothing can be set: " + allowed + ", and " + takes, CORRECT));
      return;
    }
    findings.add(Finding.ok(what + allowed + " leave " + inside + " of its values; " + takes));
    if (bounds.lowest() < grid.lowest() || bounds.highest() > grid.highest()) {
      findings.add(
          Finding.note(
              what + "the bounds are wider than the device; it takes none beyond its own"));
    }
    now(what, control, bounds);
  }

  /** How many values of the device lie inside the bounds. */
  private static int inside(ValueGrid grid, ControlBounds bounds) {
    int last = grid.indexAtOrBelow(bounds.highest());
    int below = bounds.lowest() <= grid.lowest() ? -1 : grid.indexAtOrBelow(bounds.lowest() - 1);
    return Math.max(0, last - below);
  }

  private void now(String what, Control control, ControlBounds bounds) {
    try {
      long now = control.read();
      boolean isInside = now >= bounds.lowest() && now <= bounds.highest();
      String value = what + "now " + text(control.tunable(), now);
      findings.add(
          isInside
              ? Finding.ok(value + ", inside the bounds")
              : Finding.note(
                  value
                      + ", outside of the bounds: as its own setting it is always put back, and no"
                      + " decision may wish for it"));
    } catch (DeviceException e) {
      findings.add(
          Finding.broken(
              what + "cannot be read, so that nothing is set: " + e.getMessage(),
              "see that the driver answers; wattune agent --list says what it shows"));
    }
  }

  /** Where a device could not be asked, it may be the one that has it. */
  private void unknownTunables() {
    for (ControlBounds each : node.tuning().controls()) {
      if (areAllOpen && found.add(each.tunable())) {
        findings.add(
            Finding.broken(
                "no listed device can set %s, which tuning.controls lists%s"
                    .formatted(
                        each.tunable(),
                        each.device().equals(ControlBounds.EVERY_DEVICE)
                            ? ""
                            : " for " + each.device()),
                CORRECT + "; wattune agent --list shows what can be set"));
      }
    }
  }

  private static String span(Tunable tunable, long lowest, long highest) {
    return text(tunable, lowest) + " to " + text(tunable, highest);
  }

  private static String text(Tunable tunable, long value) {
    return Quantity.text(value, tunable.unit());
  }
}
