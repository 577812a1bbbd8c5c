package io.wattune.schemas.codec;

import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Readings of servers: {@link ServingReading} and the record {@code ServingReading}. */
public final class ServingReadingCodec
    extends AvroCodec<ServingReading, io.wattune.schemas.avro.ServingReading> {

  public ServingReadingCodec() {
    this(BundledSchemas.get());
  }

  public ServingReadingCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.ServingReading.class, store);
  }

  @Override
  io.wattune.schemas.avro.ServingReading toRecord(ServingReading reading) {
    DeviceShare share = reading.share();
    return new io.wattune.schemas.avro.ServingReading(
        reading.node(),
        reading.server(),
        io.wattune.schemas.avro.ServerKind.valueOf(reading.kind().name()),
        reading.sequence(),
        reading.startNanos(),
        reading.endNanos(),
        reading.devices(),
        reading.model(),
        Checks.orNull(reading.arrived()),
        reading.finished(),
        Checks.orNull(reading.failed()),
        reading.latencies().buckets().stream()
            .map(
                each ->
                    new io.wattune.schemas.avro.LatencyBucket(
                        each.lowSeconds(), finite(each.highSeconds()), each.requests()))
            .toList(),
        reading.quantiles().stream()
            .map(
                each ->
                    new io.wattune.schemas.avro.LatencyBound(
                        each.quantile(), each.lowSeconds(), finite(each.highSeconds())))
            .toList(),
        Checks.orNull(reading.meanSeconds()),
        Checks.orNull(reading.waiting()),
        Checks.orNull(reading.running()),
        share == null ? null : share.name(),
        reading.isEndOfTrace());
  }

  private static @Nullable Double finite(double high) {
    return Double.isInfinite(high) ? null : Double.valueOf(high);
  }

  @Override
  ServingReading toValue(io.wattune.schemas.avro.ServingReading record)
      throws UndecodableException {
    String share = record.getShare();
    return new ServingReading(
        record.getNode(),
        record.getServer(),
        Checks.sameName(ServerKind.class, record.getKind()),
        record.getSequence(),
        record.getStartNanos(),
        record.getEndNanos(),
        record.getDevices(),
        record.getModel(),
        Checks.optional(record.getArrived()),
        record.getFinished(),
        Checks.optional(record.getFailed()),
        new LatencyHistogram(buckets(record.getLatencies())),
        quantiles(record.getQuantiles()),
        Checks.optional(record.getMeanSeconds()),
        Checks.optional(record.getWaiting()),
        Checks.optional(record.getRunning()),
        share == null ? null : new DeviceShare(share),
        record.getEndOfTrace());
  }

  private static List<LatencyBucket> buckets(List<io.wattune.schemas.avro.LatencyBucket> records) {
    return records.stream()
        .map(
            each ->
                new LatencyBucket(
                    each.getLowSeconds(), high(each.getHighSeconds()), each.getRequests()))
        .toList();
  }

  private static List<LatencyBound> quantiles(List<io.wattune.schemas.avro.LatencyBound> records) {
    return records.stream()
        .map(
            each ->
                new LatencyBound(
                    each.getQuantile(), each.getLowSeconds(), high(each.getHighSeconds())))
        .toList();
  }

  private static double high(@Nullable Double high) {
    return high == null ? Double.POSITIVE_INFINITY : high;
  }
}
