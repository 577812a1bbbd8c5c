package io.wattune.collectors.nvml;

import java.util.Locale;

/** Metrics that GPUs from Hopper on measure by themselves, by nvml.h's numbers; percent there. */
enum GpmMetric {
  GRAPHICS_UTIL(1),
  SM_UTIL(2),
  SM_OCCUPANCY(3),
  INTEGER_UTIL(4),
  ANY_TENSOR_UTIL(5),
  DRAM_BW_UTIL(10),
  FP64_UTIL(11),
  FP32_UTIL(12),
  FP16_UTIL(13);

  private final int number;

  GpmMetric(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** Id of its counter. */
  String counter() {
    return "gpm." + name().toLowerCase(Locale.ROOT);
  }

  /** Whether it says how busy a pipe of the SMs' arithmetic is. */
  boolean isPipe() {
    return switch (this) {
      case INTEGER_UTIL, ANY_TENSOR_UTIL, FP64_UTIL, FP32_UTIL, FP16_UTIL -> true;
      case GRAPHICS_UTIL, SM_UTIL, SM_OCCUPANCY, DRAM_BW_UTIL -> false;
    };
  }
}
