package io.wattune.dashboard.state;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is to be said of a device at a glance. */
public enum DeviceFlag {
  /** Its newest sample is older than it should be. */
  STALE(1),
  /** It is described, and has never given a sample. */
  SILENT(1 << 1),
  /** Its sensor's profile is assumed, or there is none. */
  UNCALIBRATED(1 << 2),
  /** A hold that is in force covers it. */
  HELD(1 << 3),
  /** A setting differs from its own. */
  TUNED(1 << 4),
  /** A counter of the source says that the device is slowed down. */
  THROTTLED(1 << 5),
  /** The newest decision was refused, or carried out in part only. */
  REFUSING(1 << 6),
  /** Its sensor's newest steps did not fit what had been taken for its response. */
  DRIFTED(1 << 7),
  /** A node's own meter: it shows less than the node's devices together take. */
  DISAGREES(1 << 8),
  /**
   * Something else was read back than its decision wishes, or nothing for longer than a renewal.
   */
  DIFFERS(1 << 9),
  /** A decision was accepted, and no activity that it has a configuration for has run yet. */
  PENDING(1 << 10),
  /** It could be tuned, and nothing reports work of it: it is measured alone. */
  NO_WORK(1 << 11);

  private final int bit;

  DeviceFlag(int bit) {
    this.bit = bit;
  }

  /** Its bit in a number of flags. */
  public int bit() {
    return bit;
  }

  /** The name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The names of the flags that are set. */
  public static List<String> labels(int flags) {
    return Arrays.stream(values())
        .filter(flag -> (flags & flag.bit()) != 0)
        .map(DeviceFlag::label)
        .toList();
  }
}
