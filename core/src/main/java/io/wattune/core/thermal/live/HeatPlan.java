package io.wattune.core.thermal.live;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of where a device's power becomes heat.
 *
 * @param name for people
 * @param isGiven whether somebody gave a plan of this device; else it is a generic one
 * @param plan the blocks
 * @param mapping which component's power goes to which blocks
 * @param config the package; what lies beyond the spreader matters little, since the sensor says
 *     what it comes to
 * @param sensorBlock the block in which the device's sensor is; empty where nobody knows
 */
public record HeatPlan(
    String name,
    boolean isGiven,
    FloorPlan plan,
    PowerMapping mapping,
    ThermalConfig config,
    Optional<String> sensorBlock) {
  /**
   * Watts on a square metre at a device's own limit of power: GA100 0.48 W/mm2 (400 W on 826 mm2),
   * GP107 0.57, GH100 0.86, Vega 20 0.91, MI100 0.40.
   */
  private static final double WATTS_PER_SQUARE_METRE = 0.6e6;

  /** Square metres: from the smallest chips with a sensor to what a stepper can print. */
  private static final double LEAST_AREA = 50e-6;

  private static final double MOST_AREA = 850e-6;

  /** Devices of more watts have the same generic plan. */
  public static final double MOST_GENERIC_WATTS = MOST_AREA * WATTS_PER_SQUARE_METRE;

  private static final int UNITS_ALONG = 3;

  /** Of the side, for each of both rims with pads and for what the units share. */
  private static final double RIM = 0.09;

  private static final double MIDDLE = 0.14;

  /**
   * A plan of a device of which only its highest power is known: pads along two sides, cache in the
   * middle, units around it, as most GPUs are, each with the parts of a multiprocessor of [C]
   * figure 5.6b; the size is that of a chip of usual power density. How many units there are
   * matters little: heat goes by what lies within some tenths of a millimetre.
   */
  public static HeatPlan generic(double highestWatts) {
    double area = Math.max(LEAST_AREA, Math.min(MOST_AREA, highestWatts / WATTS_PER_SQUARE_METRE));
    double side = Math.sqrt(area);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block("IO_W", RIM * side, side, 0, 0));
    blocks.add(new Block("IO_E", RIM * side, side, (1 - RIM) * side, 0));
    double inner = (1 - 2 * RIM) * side;
    double height = (1 - MIDDLE) / 2 * side;
    blocks.add(new Block("L2", inner, MIDDLE * side, RIM * side, height));
    for (int i = 0; i < 2 * UNITS_ALONG; i++) {
      double left = RIM * side + i % UNITS_ALONG * inner / UNITS_ALONG;
      double bottom = i < UNITS_ALONG ? 0 : height + MIDDLE * side;
      addUnit(blocks, "SM" + i + "_", left, bottom, inner / UNITS_ALONG, height);
    }
    var plan = new FloorPlan(blocks);
    return new HeatPlan(
        "generic",
        false,
        plan,
        PowerMapping.of(plan, PowerMapping.TABLE_5_5),
        packageOf(side),
        Optional.empty());
  }

  private static void addUnit(
      List<Block> blocks, String name, double left, double bottom, double width, double height) {
    double memory = 0.14 * height;
    double row = 0.24 * height;
    blocks.add(new Block(name + "MEM_B", width, memory, left, bottom));
    blocks.add(new Block(name + "EXE_B", width, row, left, bottom + memory));
    double middle = bottom + memory + row;
    double registers = 0.38 * width;
    double rest = 0.31 * width;
    blocks.add(new Block(name + "REG_FILE", registers, row, left, middle));
    blocks.add(new Block(name + "SHD_MEM", rest, row, left + registers, middle));
    blocks.add(new Block(name + "I_CACHE", rest, row, left + registers + rest, middle));
    blocks.add(new Block(name + "EXE_T", width, row, left, middle + row));
    blocks.add(new Block(name + "MEM_T", width, memory, left, middle + 2 * row));
  }

  /** A spreader of three times the chip's side and a sink of twice the spreader's. */
  public static ThermalConfig packageOf(double side) {
    return ThermalConfig.presets()
        .with(Parameter.S_SINK, Math.max(0.06, 6 * side))
        .with(Parameter.S_SPREADER, Math.max(0.03, 3 * side));
  }
}
