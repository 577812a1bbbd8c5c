package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import java.util.Locale;

/** What NVML's calls are called in captured-device files. */
final class CaptureKeys {
  private CaptureKeys() {}

  static String of(NvmlNumber number) {
    return switch (number) {
      case CLOCK_REASONS -> "reasons";
      case POWER_LIMIT -> "limit";
      case DEFAULT_POWER_LIMIT -> "defaultlimit";
      default -> words(number);
    };
  }

  static String of(NvmlPair pair) {
    return switch (pair) {
      case POWER_LIMITS -> "limits";
      case UTILIZATION -> "utilization";
      case MIG_MODE -> "mig";
    };
  }

  static String of(ClockDomain domain) {
    return words(domain);
  }

  private static String words(Enum<?> call) {
    return call.name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
