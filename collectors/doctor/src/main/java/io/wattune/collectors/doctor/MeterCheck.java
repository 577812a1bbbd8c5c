package io.wattune.collectors.doctor;

import io.wattune.collectors.agent.TimeSource;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.nodepower.IpmiKind;
import io.wattune.collectors.nodepower.RedfishKind;
import io.wattune.collectors.setup.DeviceConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Asks the meters of a node that its file names, once each: a management controller over the
 * network is not found by itself, so that nothing else would say that its password is wrong.
 */
final class MeterCheck {
  private static final Set<String> KINDS = Set.of(IpmiKind.NAME, RedfishKind.NAME);

  /** Longer than either gives its controller for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final long LOOK_MILLIS = 20;
  private static final double MILLI = 1e-3;

  private MeterCheck() {}

  static List<Finding> findings(NodeConfig node, DeviceKinds kinds) throws InterruptedException {
    List<Finding> findings = new ArrayList<>();
    for (DeviceConfig device : node.devices()) {
      if (KINDS.contains(device.kind())) {
        findings.add(asked(node, kinds, device));
      }
    }
    return findings;
  }

  private static Finding asked(NodeConfig node, DeviceKinds kinds, DeviceConfig device)
      throws InterruptedException {
    var settings = new DeviceSettings(node.deviceId(device), node.fileFolder(), device.settings());
    String what = "the " + device.kind() + " meter of " + device.uuid() + " ";
    try (DeviceSource source =
        kinds.openSource(device.kind(), settings, TimeSource.SYSTEM::wallNanos)) {
      List<Integer> milliwatts = new ArrayList<>();
      long begun = System.nanoTime();
      while (milliwatts.isEmpty() && System.nanoTime() - begun < PATIENCE.toNanos()) {
        int unused = source.power().readKept((time, value) -> milliwatts.add(value));
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
      return milliwatts.isEmpty()
          ? broken(what + "has not answered within " + PATIENCE.toSeconds() + " s")
          : Finding.ok(what + "says " + Math.round(milliwatts.get(0) * MILLI) + " W");
    } catch (DeviceException e) {
      return broken(what + "cannot be read: " + e.getMessage());
    }
  }

  private static Finding broken(String what) {
    return Finding.broken(what, "correct devices in the node's file, or see to the controller");
  }
}
