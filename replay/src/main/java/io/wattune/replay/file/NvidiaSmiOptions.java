package io.wattune.replay.file;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * How to read a file that nvidia-smi printed.
 *
 * @param timeZone zone of its time stamps, which are local time
 * @param signal power column to read; null to choose: {@code power.draw.instant} for each device
 *     that has a value in it, else {@code power.draw}
 * @param device the only device to read, as index, uuid, PCI bus id or device id; null for all
 * @param node first part of the ids of devices that are known by uuid or PCI bus id
 */
public record NvidiaSmiOptions(
    ZoneId timeZone, @Nullable String signal, @Nullable String device, String node) {

  public NvidiaSmiOptions {
    if (node.isBlank()) {
      throw new IllegalArgumentException("node must have a name, was blank");
    }
  }
}
