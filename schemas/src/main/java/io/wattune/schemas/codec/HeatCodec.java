package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatReading.BlockTemperature;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.schemas.avro.BlockHeat;
import io.wattune.schemas.avro.Heat;
import io.wattune.schemas.avro.HeatDoubt;
import java.util.Optional;

/** How hot a device is, as a record. Sizes are rounded to micrometres. */
public final class HeatCodec extends AvroCodec<HeatRecord, Heat> {
  private static final double MICRO = 1e-6;

  public HeatCodec() {
    this(BundledSchemas.get());
  }

  public HeatCodec(SchemaStore store) {
    super(Heat.class, store);
  }

  @Override
  Heat toRecord(HeatRecord heat) {
    HeatReading reading = heat.reading();
    Prediction sensor = reading.sensor().orElse(null);
    return new Heat(
        heat.device(),
        reading.nanos(),
        heat.plan(),
        heat.isPlanGiven(),
        heat.sensorBlock().orElse(null),
        sensor == null ? null : sensor.celsius(),
        sensor == null ? null : sensor.standardError(),
        HeatDoubt.valueOf(reading.doubt().name()),
        reading.blocks().stream().map(HeatCodec::record).toList(),
        reading.hotSpot(),
        reading.aboveSensor().celsius(),
        reading.aboveSensor().standardError(),
        io.wattune.schemas.avro.Quality.valueOf(heat.quality().name()));
  }

  private static BlockHeat record(BlockTemperature each) {
    Block block = each.block();
    return new BlockHeat(
        block.name(),
        micrometres(block.left()),
        micrometres(block.bottom()),
        micrometres(block.width()),
        micrometres(block.height()),
        each.temperature().celsius(),
        each.temperature().standardError());
  }

  private static int micrometres(double metres) {
    return (int) Math.round(metres / MICRO);
  }

  @Override
  HeatRecord toValue(Heat record) throws UndecodableException {
    Double celsius = record.getSensorCelsius();
    Double error = record.getSensorErrorCelsius();
    SensorDoubt doubt = Checks.sameName(SensorDoubt.class, record.getDoubt());
    return new HeatRecord(
        record.getDevice(),
        record.getPlan(),
        record.getPlanGiven(),
        Optional.ofNullable(record.getSensorBlock()),
        Checks.sameName(Quality.class, record.getQuality()),
        new HeatReading(
            record.getTimeNanos(),
            doubt,
            celsius == null || error == null
                ? Optional.empty()
                : Optional.of(new Prediction(celsius, error)),
            record.getBlocks().stream().map(HeatCodec::block).toList(),
            record.getHotSpot(),
            new Prediction(
                record.getHotSpotAboveSensorKelvin(), record.getHotSpotAboveSensorErrorKelvin())));
  }

  private static BlockTemperature block(BlockHeat each) {
    return new BlockTemperature(
        new Block(
            each.getName(),
            each.getWidthMicrometres() * MICRO,
            each.getHeightMicrometres() * MICRO,
            each.getLeftMicrometres() * MICRO,
            each.getBottomMicrometres() * MICRO),
        new Prediction(each.getCelsius(), each.getErrorCelsius()));
  }
}
