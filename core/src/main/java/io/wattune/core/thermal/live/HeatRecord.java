package io.wattune.core.thermal.live;

import io.wattune.core.Quality;
import io.wattune.core.thermal.sensor.Prediction;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How hot a device is, for whoever reads it.
 *
 * @param device device id
 * @param plan name of the floor plan
 * @param isPlanGiven whether somebody gave a plan of this device; else it is a generic one
 * @param sensorBlock the block in which the sensor is; empty where nobody knows
 * @param quality of the power that went in; at best estimated on a generic plan
 * @param reading the temperatures
 */
public record HeatRecord(
    String device,
    String plan,
    boolean isPlanGiven,
    Optional<String> sensorBlock,
    Quality quality,
    HeatReading reading) {

  public HeatRecord {
    Stream<Prediction> all =
        Stream.concat(
            Stream.concat(reading.sensor().stream(), Stream.of(reading.aboveSensor())),
            reading.blocks().stream().map(HeatReading.BlockTemperature::temperature));
    all.forEach(
        each -> {
          if (!Double.isFinite(each.celsius())
              || !(each.standardError() >= 0)
              || !Double.isFinite(each.standardError())) {
            throw new IllegalArgumentException(
                "temperatures must be finite and errors not negative, had " + each);
          }
        });
  }
}
