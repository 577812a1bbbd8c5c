package io.wattune.dashboard.api;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatReading.BlockTemperature;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.Prediction;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How hot a device's chip is: a part of {@code GET /api/devices/{id}}. */
record HeatAnswer(
    Number atMs,
    String plan,
    boolean planGiven,
    @Nullable String sensorBlock,
    String quality,
    String doubt,
    @Nullable Double sensorCelsius,
    @Nullable Double sensorErrorCelsius,
    String hotSpot,
    double hotSpotAboveSensorKelvin,
    double hotSpotAboveSensorErrorKelvin,
    List<HeatBlock> blocks,
    List<Frame> frames) {
  private static final double MILLI = 1e-3;

  /** A block; millimetres from the lower left corner. */
  record HeatBlock(
      String name,
      double left,
      double bottom,
      double width,
      double height,
      double celsius,
      double errorCelsius) {}

  /** Temperatures at a time, in the order of the blocks. */
  record Frame(Number atMs, List<Double> celsius) {}

  /**
   * The answer.
   *
   * @param records the oldest first, at least one
   */
  static HeatAnswer of(List<HeatRecord> records) {
    HeatRecord newest = records.get(records.size() - 1);
    HeatReading reading = newest.reading();
    Prediction sensor = reading.sensor().orElse(null);
    return new HeatAnswer(
        Units.ms(reading.nanos()),
        newest.plan(),
        newest.isPlanGiven(),
        newest.sensorBlock().orElse(null),
        Units.of(newest.quality()),
        reading.doubt().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        sensor == null ? null : hundredths(sensor.celsius()),
        sensor == null ? null : hundredths(sensor.standardError()),
        reading.hotSpot(),
        hundredths(reading.aboveSensor().celsius()),
        hundredths(reading.aboveSensor().standardError()),
        reading.blocks().stream().map(HeatAnswer::part).toList(),
        records.stream().map(HeatAnswer::frame).toList());
  }

  private static HeatBlock part(BlockTemperature each) {
    Block block = each.block();
    return new HeatBlock(
        block.name(),
        block.left() / MILLI,
        block.bottom() / MILLI,
        block.width() / MILLI,
        block.height() / MILLI,
        hundredths(each.temperature().celsius()),
        hundredths(each.temperature().standardError()));
  }

  private static Frame frame(HeatRecord record) {
    return new Frame(
        Units.ms(record.reading().nanos()),
        record.reading().blocks().stream()
            .map(each -> hundredths(each.temperature().celsius()))
            .toList());
  }

  private static Double hundredths(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
