package io.wattune.streams.fleet.topology;

import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Encodes what a task cannot use, and counts it. One for each thread. */
final class FleetRejects {
  static final String NOT_OURS = "not-a-fleet-record";

  private static final String PART = "fleet";
  private static final byte[] NOTHING = new byte[0];

  private final FleetCounters counters;
  private final RejectCodec codec = new RejectCodec();

  FleetRejects(FleetParts parts) {
    counters = parts.counters();
  }

  byte[] encode(
      Optional<RecordMetadata> place, String reason, String detail, byte @Nullable [] original) {
    counters.rejected.labelValues(reason).inc();
    return codec.encode(
        RejectedDatum.of(
            reason,
            detail,
            place.map(RecordMetadata::topic).orElse(""),
            place.map(RecordMetadata::partition).orElse(-1),
            place.map(RecordMetadata::offset).orElse(-1L),
            1,
            original == null ? NOTHING : original,
            PART));
  }

  /** A record of one of the view's own topics that it did not write so. */
  EncodedFleetRecord notOurs(Optional<RecordMetadata> place, byte @Nullable [] original) {
    return EncodedFleetRecord.reject(
        encode(
            place,
            NOT_OURS,
            "the fleet view's own topic has a record that it did not write, or that another"
                + " release wrote: who else writes to it?",
            original));
  }
}
