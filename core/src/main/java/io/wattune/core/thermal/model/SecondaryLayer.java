package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.Slab;
import io.wattune.core.thermal.config.ThermalConfig;

/**
 * The layers under the silicon, from the board up, with HotSpot's constants for their materials.
 */
enum SecondaryLayer {
  BOARD("pcb_", Parameter.T_PCB, 1 / 0.333, 1.32e6),
  SOLDER("solder_", Parameter.T_SOLDER, 1 / 0.06, 2.1e6),
  SUBSTRATE("sub_", Parameter.T_SUB, 1 / 0.5, 1.6e6),
  C4("c4_", Parameter.T_C4, 1 / 0.8, 1.65e6),
  METAL("metal_", Parameter.T_METAL, 1 / 0.0025, 3.55e6);

  private final String prefix;
  private final Parameter thickness;
  private final double conductivity;
  private final double heat;

  SecondaryLayer(String prefix, Parameter thickness, double conductivity, double heat) {
    this.prefix = prefix;
    this.thickness = thickness;
    this.conductivity = conductivity;
    this.heat = heat;
  }

  /** What HotSpot's files put before a block's name. */
  String prefix() {
    return prefix;
  }

  Slab slab(ThermalConfig config) {
    return new Slab(config.get(thickness), conductivity, heat);
  }
}
