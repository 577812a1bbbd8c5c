package io.wattune.dashboard.state;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is to be said of a device at a glance. The order is that of the bits. */
public enum DeviceFlag {
  /** Its newest sample is older than it should be. */
  STALE,
  /** It is described, and has never given a sample. */
  SILENT,
  /** Its sensor's profile is assumed, or there is none. */
  UNCALIBRATED,
  /** A hold that is in force covers it. */
  HELD,
  /** A setting differs from its own. */
  TUNED,
  /** A counter of the source says that the device is slowed down. */
  THROTTLED,
  /** The newest decision was refused, or carried out in part only. */
  REFUSING;

  /** Its bit in a number of flags. */
  public int bit() {
    return 1 << ordinal();
  }

  /** The name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The names of the flags that are set. */
  public static List<String> labels(int flags) {
    return Arrays.stream(values())
        .filter(flag -> (flags & flag.bit()) != 0)
        .map(DeviceFlag::label)
        .toList();
  }
}
