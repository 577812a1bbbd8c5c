package io.wattune.testbed.heat;

import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.hotspot.FloorPlanText;
import io.wattune.core.thermal.hotspot.HotspotFormatException;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import io.wattune.core.thermal.management.ClockLevels;
import io.wattune.testbed.gpu.DataFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A card as data: {@code NAME.json}, its floor plan and its cooler in HotSpot's form. The file says
 * what of it was published and what was chosen.
 *
 * @param plan where its blocks lie
 * @param cooler its package
 * @param levels its clocks
 * @param data the rest
 */
public record HeatCard(FloorPlan plan, ThermalConfig cooler, ClockLevels levels, Data data) {

  /**
   * What the file has.
   *
   * @param name the card's
   * @param about what was published and what was chosen
   * @param lanes threads that it works on at once
   * @param registerAccessesPerInstruction of a thread
   * @param multiprocessors how many it has
   * @param floorVolts lowest voltage
   * @param floorMegaHertz clock up to which it serves
   * @param topVolts voltage at the fastest clock
   * @param idleWatts power while it is awake and nothing runs, at the fastest clock
   * @param idleConstantShare of that what stays at any clock
   * @param epochSeconds how long a clock holds
   * @param workSeconds how long a workload runs at the fastest clock
   * @param sensorStepKelvin steps in which the sensor shows temperature
   * @param workloads what runs
   */
  public record Data(
      String name,
      String about,
      int lanes,
      double registerAccessesPerInstruction,
      int multiprocessors,
      double floorVolts,
      double floorMegaHertz,
      double topVolts,
      double idleWatts,
      double idleConstantShare,
      double epochSeconds,
      double workSeconds,
      double sensorStepKelvin,
      List<HeatWorkload> workloads) {}

  /** The GTX 1050 of [C] chapter 5. */
  public static HeatCard gtx1050() throws IOException {
    return bundled("gtx1050");
  }

  private static HeatCard bundled(String name) throws IOException {
    Data data =
        DataFiles.parse(
            name + ".json", text(name + ".json").getBytes(StandardCharsets.UTF_8), Data.class);
    try {
      return new HeatCard(
          FloorPlanText.read(text(name + ".flp")),
          ThermalConfigText.read(text(name + ".config")).config(),
          ClockLevels.gtx1050(data.floorVolts, data.floorMegaHertz, data.topVolts),
          data);
    } catch (HotspotFormatException e) {
      throw new IOException("the bundled card '" + name + "': " + e.getMessage(), e);
    }
  }

  private static String text(String name) throws IOException {
    try (InputStream in = HeatCard.class.getResourceAsStream("/io/wattune/testbed/heat/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("the program comes without '" + name + "'");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
