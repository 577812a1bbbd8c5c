package io.wattune.core.thermal.config;

import java.util.Locale;

/**
 * A number that HotSpot's configuration has. Names, units and defaults are HotSpot 6.0's ({@code
 * default_thermal_config}); ranges are wider than any chip and keep slips of a unit out.
 */
public enum Parameter {
  /** Chip thickness, m. */
  T_CHIP(0.00015, 1e-9, 1, false),
  /** Conductivity of silicon, W/(m K). */
  K_CHIP(100, 1e-6, 1e6, false),
  /** Heat of silicon, J/(m^3 K). */
  P_CHIP(1750000.0, 0, 1e12, false),
  /** Where HotSpot's own controller acts, K. */
  THERMAL_THRESHOLD(354.95, 1, 5000, false),
  /** Convection capacitance, J/K. */
  C_CONVEC(140.4, 0, 1e12, false),
  /** Convection resistance, K/W. */
  R_CONVEC(0.1, 0, 1e9, false),
  /** Side of the heat sink, m. */
  S_SINK(0.06, 1e-9, 1, false),
  /** Its thickness, m. */
  T_SINK(0.0069, 1e-9, 1, false),
  /** Its conductivity, W/(m K). */
  K_SINK(400, 1e-6, 1e6, false),
  /** Its heat, J/(m^3 K). */
  P_SINK(3550000.0, 0, 1e12, false),
  /** Side of the spreader, m. */
  S_SPREADER(0.03, 1e-9, 1, false),
  /** Its thickness, m. */
  T_SPREADER(0.001, 1e-9, 1, false),
  /** Its conductivity, W/(m K). */
  K_SPREADER(400, 1e-6, 1e6, false),
  /** Its heat, J/(m^3 K). */
  P_SPREADER(3550000.0, 0, 1e12, false),
  /** Thickness of the interface material, m. */
  T_INTERFACE(2e-05, 1e-9, 1, false),
  /** Its conductivity, W/(m K). */
  K_INTERFACE(4, 1e-6, 1e6, false),
  /** Its heat, J/(m^3 K). */
  P_INTERFACE(4000000.0, 0, 1e12, false),
  /** Whether heat leaves through the board as well. */
  MODEL_SECONDARY(0, 0, 1, true),
  /** Convection resistance at the board, K/W. */
  R_CONVEC_SEC(1, 0, 1e9, false),
  /** Convection capacitance at the board, J/K. */
  C_CONVEC_SEC(140.4, 0, 1e12, false),
  /** Metal layers; not used, as in HotSpot: t_metal is that of them all. */
  N_METAL(8, 1, 1e9, true),
  /** Thickness of the metal, m. */
  T_METAL(1e-05, 1e-9, 1, false),
  /** Thickness of the C4 pads and their underfill, m. */
  T_C4(0.0001, 1e-9, 1, false),
  /** Side of a pad, m; not used, as in HotSpot. */
  S_C4(2e-05, 1e-9, 1, false),
  /** Pads; not used, as in HotSpot. */
  N_C4(400, 1, 1e9, true),
  /** Side of the substrate, m. */
  S_SUB(0.021, 1e-9, 1, false),
  /** Its thickness, m. */
  T_SUB(0.001, 1e-9, 1, false),
  /** Side of the solder balls' layer, m. */
  S_SOLDER(0.021, 1e-9, 1, false),
  /** Its thickness, m. */
  T_SOLDER(0.00094, 1e-9, 1, false),
  /** Side of the board, m. */
  S_PCB(0.1, 1e-9, 1, false),
  /** Its thickness, m. */
  T_PCB(0.002, 1e-9, 1, false),
  /** Temperature of the air, K. */
  AMBIENT(318.15, 1, 5000, false),
  /** Temperature at the start of a transient, K. */
  INIT_TEMP(333.15, 1, 5000, false),
  /** Length of an interval of the power trace, s. */
  SAMPLING_INTVL(3.333e-06, 1e-12, 1e6, false),
  /** Clock of the processor, Hz; not used. */
  BASE_PROC_FREQ(3000000000.0, 1, 1e15, false),
  /** Whether HotSpot's own controller acts; not used. */
  DTM_USED(0, 0, 1, true),
  /** Whether leakage grows with temperature. */
  LEAKAGE_USED(0, 0, 1, true),
  /** The leakage model; only 0 exists. */
  LEAKAGE_MODE(0, 0, 1, true),
  /** Whether a fan is modelled; not here. */
  PACKAGE_MODEL_USED(0, 0, 1, true),
  /** Whether heat flows across silicon in the block model. */
  BLOCK_OMIT_LATERAL(0, 0, 1, true),
  /** Rows of the grid. */
  GRID_ROWS(64, 1, 2048, true),
  /** Columns of the grid. */
  GRID_COLS(64, 1, 2048, true);

  private final double preset;
  private final double least;
  private final double most;
  private final boolean whole;

  Parameter(double preset, double least, double most, boolean whole) {
    this.preset = preset;
    this.least = least;
    this.most = most;
    this.whole = whole;
  }

  /** The name in files, without the dash. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value where a file does not say it. */
  public double preset() {
    return preset;
  }

  /** Whether only whole numbers make sense. */
  public boolean isWhole() {
    return whole;
  }

  /** Refuses what lies out of range. */
  public void check(double value) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          label() + " must be between " + least + " and " + most + ", is " + value);
    }
    if (whole && value != Math.rint(value)) {
      throw new IllegalArgumentException(label() + " must be a whole number, is " + value);
    }
  }
}
