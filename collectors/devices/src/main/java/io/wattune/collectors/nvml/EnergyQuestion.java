package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.Nvml;

/** How a device's energy counter is asked: millijoules since the driver was loaded. */
enum EnergyQuestion {
  /** The newer field. */
  FIELD(Nvml.FIELD_ENERGY),
  /** The older field. */
  TOTAL_FIELD(Nvml.FIELD_TOTAL_ENERGY),
  /** The call of its own. */
  CALL(0),
  /** The device has none. */
  NONE(0);

  static final String SIGNAL = "total_energy_consumption";

  private final int field;

  EnergyQuestion(int field) {
    this.field = field;
  }

  /** The field's number; 0 where it is no field. */
  int field() {
    return field;
  }
}
