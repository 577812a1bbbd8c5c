package io.wattune.collectors.device;

import io.wattune.core.device.Signal;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A device that a kind has found on this machine: what the node's file would say of it, and what
 * can be read and set on it.
 *
 * @param kind name of the kind that found it
 * @param uuid the second half of its device id
 * @param settings what the kind needs to open it
 * @param vendor who made it, in small letters
 * @param model the vendor's name of the product
 * @param driver version of its driver; empty where the source does not say
 * @param signals its signals, the one that is read by default first, each with its native rate
 * @param tunables what can be set, with the range and steps that the device reports
 * @param counters ids of the counters that it gives
 * @param findings what is missing, what is worth knowing, and what to do about it
 */
public record FoundDevice(
    String kind,
    String uuid,
    Map<String, String> settings,
    String vendor,
    String model,
    String driver,
    List<Signal> signals,
    List<Tunable> tunables,
    List<String> counters,
    List<Finding> findings) {

  public FoundDevice {
    settings = Map.copyOf(settings);
    signals = List.copyOf(signals);
    tunables = List.copyOf(tunables);
    counters = List.copyOf(counters);
    findings = List.copyOf(findings);
  }

  /** The same device with findings more. */
  public FoundDevice with(List<Finding> more) {
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(more);
    return new FoundDevice(
        kind, uuid, settings, vendor, model, driver, signals, tunables, counters, all);
  }
}
