package io.wattune.collectors.powercap;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks for packages and their memory, and says what is missing and what to do about it. */
final class PowercapFinder {
  private static final long PERIOD_NANOS =
      PowercapKind.PERIOD_MILLIS * PowercapKind.NANOS_PER_MILLI;

  private final SysTree tree;
  private final CpuName cpu;

  PowercapFinder(SysTree tree, CpuName cpu) {
    this.tree = tree;
    this.cpu = cpu;
  }

  Discovery find() {
    List<Zone> zones = Zone.all(tree);
    List<Finding> findings = new ArrayList<>();
    if (zones.isEmpty()) {
      findings.add(
          Finding.note(
              "no energy counter of a CPU is in "
                  + tree.path(Zone.FOLDER)
                  + ": virtual machines and containers have none; on a host, load the kernel module"
                  + " intel_rapl_msr, for AMD's CPUs too"));
    }
    List<FoundDevice> devices = new ArrayList<>();
    for (Zone zone : zones) {
      if (zone.isPackage() || zone.isMemory()) {
        devices.add(found(zone));
      } else {
        findings.add(notListed(zone));
      }
    }
    return new Discovery(devices, findings);
  }

  /** The node's own meter is added to nothing: what holds all others can stand for it. */
  private static Finding notListed(Zone zone) {
    return Finding.note(
        "%s is not listed, so that nothing is counted twice: %s"
            .formatted(
                zone.id(),
                zone.parent().isEmpty()
                    ? "it holds the packages; a node's file may name it, with the uuid 'node', as the"
                        + " node's own meter"
                    : "it is a part of "
                        + zone.parent()
                        + "; a node's file may name it, and sums of the node count it twice then"));
  }

  private FoundDevice found(Zone zone) {
    List<Finding> findings = new ArrayList<>();
    List<Signal> signals = List.of();
    if (isReadable(zone, findings)) {
      signals =
          List.of(
              new Signal(PowercapSource.POWER, SignalUnit.MILLIWATTS, PERIOD_NANOS),
              new Signal(PowercapSource.ENERGY, SignalUnit.MICROJOULES, PERIOD_NANOS));
    }
    List<Tunable> tunables = tunables(zone, findings);
    return new FoundDevice(
        PowercapKind.NAME,
        "cpu-" + zone.id(),
        Map.of(PowercapKind.ZONE, zone.id()),
        cpu.vendor(),
        cpu.model() + (zone.isMemory() ? " memory" : ""),
        "",
        signals,
        tunables,
        List.of(),
        findings);
  }

  private static List<Tunable> tunables(Zone zone, List<Finding> findings) {
    try {
      List<Control> controls = PowercapControls.open("", zone).controls();
      List<Tunable> tunables =
          controls.stream()
              .filter(control -> control.whyNotTuned() == null)
              .map(Control::tunable)
              .toList();
      if (tunables.isEmpty()) {
        findings.add(
            controls.isEmpty()
                ? Finding.note(zone.id() + " has no power limit that can be set")
                : Finding.note(String.valueOf(controls.get(0).whyNotTuned())));
      }
      return tunables;
    } catch (DeviceException e) {
      findings.add(
          Finding.broken(
              String.valueOf(e.getMessage()), "look into the kernel's log of intel_rapl"));
      return List.of();
    }
  }

  /** Only root reads the counters since Linux 5.10: their noise betrays keys (CVE-2020-8694). */
  private boolean isReadable(Zone zone, List<Finding> findings) {
    if (!tree.files().isReadable(zone.counter())) {
      findings.add(
          Finding.missing(
              zone.counter() + " may only be read by root",
              "put the line SUBSYSTEM==\"powercap\", RUN+=\"/bin/sh -c 'chgrp -R wattune /sys%p;"
                  + " chmod -R g=rX /sys%p'\" into /etc/udev/rules.d/70-wattune.rules, run udevadm"
                  + " trigger --subsystem-match=powercap, and let the agent be in the group wattune;"
                  + " or give the agent CAP_DAC_READ_SEARCH, with which it may read every file"));
      return false;
    }
    try {
      long unused = zone.microjoules() + zone.rangeMicrojoules();
      return true;
    } catch (DeviceException e) {
      findings.add(
          Finding.broken(
              String.valueOf(e.getMessage()), "look into the kernel's log of intel_rapl"));
      return false;
    }
  }
}
