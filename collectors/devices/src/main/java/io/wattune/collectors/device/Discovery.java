package io.wattune.collectors.device;

import java.util.List;

/**
 * What a kind has found on this machine.
 *
 * @param devices the devices, in the machine's order
 * @param findings about the kind as a whole: a library that is not there, a permission that is
 *     missing
 */
public record Discovery(List<FoundDevice> devices, List<Finding> findings) {
  /** Nothing is there, and nothing is to be said about it. */
  public static final Discovery NOTHING = new Discovery(List.of(), List.of());

  public Discovery {
    devices = List.copyOf(devices);
    findings = List.copyOf(findings);
  }
}
