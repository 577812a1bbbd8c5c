package io.wattune.collectors.dcgm;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Fields of DCGM, by their numbers: version 4 renamed most of them and kept the numbers. An
 * exporter shows names, so each field knows its old and its new one.
 */
enum DcgmField {
  SM_CLOCK(100, "DCGM_FI_DEV_SM_CLOCK"),
  MEMORY_CLOCK(101, "DCGM_FI_DEV_MEM_CLOCK"),
  GPU_TEMPERATURE(150, "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_GPU_TEMP_CELSIUS"),
  /** Averaged by the driver. */
  POWER(155, "DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_DEV_BOARD_POWER_WATTS"),
  /** Millijoules since the driver was loaded. */
  ENERGY(156, "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION"),
  POWER_INSTANT(157, "DCGM_FI_DEV_POWER_USAGE_INSTANT", "DCGM_FI_DEV_BOARD_POWER_RAW_WATTS"),
  SM_ACTIVE(1002, "DCGM_FI_PROF_SM_ACTIVE", "DCGM_FI_PROF_SM_UTIL_RATIO"),
  SM_OCCUPANCY(1003, "DCGM_FI_PROF_SM_OCCUPANCY", "DCGM_FI_PROF_SM_OCCUPANCY_RATIO"),
  TENSOR(1004, "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "DCGM_FI_PROF_TENSOR_UTIL_RATIO"),
  DRAM(1005, "DCGM_FI_PROF_DRAM_ACTIVE", "DCGM_FI_PROF_DRAM_UTIL_RATIO"),
  FP64(1006, "DCGM_FI_PROF_PIPE_FP64_ACTIVE", "DCGM_FI_PROF_FP64_UTIL_RATIO"),
  FP32(1007, "DCGM_FI_PROF_PIPE_FP32_ACTIVE", "DCGM_FI_PROF_FP32_UTIL_RATIO"),
  FP16(1008, "DCGM_FI_PROF_PIPE_FP16_ACTIVE", "DCGM_FI_PROF_FP16_UTIL_RATIO"),
  INTEGER(1016, "DCGM_FI_PROF_PIPE_INT_ACTIVE", "DCGM_FI_PROF_INT_UTIL_RATIO");

  private static final Map<String, DcgmField> BY_NAME = byName();

  private final int number;
  private final String label;
  private final String newLabel;

  /** A field whose name has not changed. */
  DcgmField(int number, String label) {
    this(number, label, label);
  }

  DcgmField(int number, String label, String newLabel) {
    this.number = number;
    this.label = label;
    this.newLabel = newLabel;
  }

  /** DCGM's number of it, which no release has changed. */
  int number() {
    return number;
  }

  /** The name that most exporters show. */
  String label() {
    return label;
  }

  /** The field that an exporter shows under this name. */
  static Optional<DcgmField> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  private static Map<String, DcgmField> byName() {
    Map<String, DcgmField> fields = new HashMap<>();
    for (DcgmField field : values()) {
      fields.put(field.label, field);
      fields.put(field.newLabel, field);
    }
    return Map.copyOf(fields);
  }
}
