package io.wattune.sinks.point;

import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.Locale;

/** Points of heat: the sensor and the hot spot. The blocks are in the archive. */
final class HeatPoints {
  private HeatPoints() {}

  static void make(HeatRecord heat, PointLines lines) {
    HeatReading reading = heat.reading();
    lines.begin(PointCatalogue.HEAT).tag(PointCatalogue.DEVICE, heat.device());
    Prediction above = reading.aboveSensor();
    reading
        .sensor()
        .ifPresent(
            sensor ->
                lines
                    .decimal(PointCatalogue.SENSOR_CELSIUS, sensor.celsius())
                    .decimal(PointCatalogue.SENSOR_ERROR_KELVIN, sensor.standardError())
                    .decimal(PointCatalogue.HOT_SPOT_CELSIUS, sensor.celsius() + above.celsius()));
    lines
        .decimal(PointCatalogue.HOT_SPOT_ABOVE_KELVIN, above.celsius())
        .decimal(PointCatalogue.HOT_SPOT_ABOVE_ERROR_KELVIN, above.standardError())
        .integer(PointCatalogue.QUALITY_CODE, heat.quality().code())
        .text(PointCatalogue.HOT_SPOT, reading.hotSpot())
        .text(PointCatalogue.PLAN, heat.plan())
        .text(PointCatalogue.DOUBTS, doubt(reading.doubt()))
        .at(reading.nanos());
  }

  private static String doubt(SensorDoubt doubt) {
    return doubt == SensorDoubt.NONE ? "" : doubt.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
