package io.wattune.replay.report;

import io.wattune.schemas.reject.RejectedDatum;
import java.util.List;
import java.util.Map;

/**
 * Everything that a report of one replay says.
 *
 * @param devices one for each device, in the order of the input
 * @param inputs the files that were read
 * @param rejects data that could not be used: malformed lines first, in the order of the files
 * @param rejectedData how many data were rejected in all; can be more than {@code rejects} holds
 * @param notes remarks for people about the input
 * @param command the command line as it was given
 * @param versions name of a part to its version
 * @param wallSeconds from the start of the command to the end of the reading back
 * @param flowSeconds the part of it from the first record sent to the last one read back
 */
public record ReplayResult(
    List<DeviceResult> devices,
    List<InputFile> inputs,
    List<RejectedDatum> rejects,
    long rejectedData,
    List<String> notes,
    List<String> command,
    Map<String, String> versions,
    double wallSeconds,
    double flowSeconds) {

  public ReplayResult {
    devices = List.copyOf(devices);
    inputs = List.copyOf(inputs);
    rejects = List.copyOf(rejects);
    notes = List.copyOf(notes);
    command = List.copyOf(command);
  }

  /** Readings of all devices. */
  public long readings() {
    return devices.stream().mapToLong(device -> device.counts().readings()).sum();
  }

  /** Readings per second from the first record sent to the last one read back. */
  public double readingsPerSecond() {
    return flowSeconds > 0 ? readings() / flowSeconds : 0;
  }
}
