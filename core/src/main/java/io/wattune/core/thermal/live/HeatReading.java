package io.wattune.core.thermal.live;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import java.util.List;
import java.util.Optional;

/**
 * How hot a chip is.
 *
 * @param nanos when
 * @param doubt why the sensor may not be relied on; then no temperature is known
 * @param sensor temperature where the sensor is, its delay and its steps undone; empty while it is
 *     not known
 * @param blocks each block's temperature; empty while the sensor's is not known
 * @param hotSpot name of the hottest block; by differences alone while the sensor's is not known
 * @param aboveSensor by how many kelvin it is hotter than where the sensor is
 */
public record HeatReading(
    long nanos,
    SensorDoubt doubt,
    Optional<Prediction> sensor,
    List<BlockTemperature> blocks,
    String hotSpot,
    Prediction aboveSensor) {

  public HeatReading {
    blocks = List.copyOf(blocks);
  }

  /**
   * A block's temperature.
   *
   * @param block where it lies
   * @param temperature degrees Celsius
   */
  public record BlockTemperature(Block block, Prediction temperature) {}
}
