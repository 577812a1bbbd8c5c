package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import org.jspecify.annotations.Nullable;

/** Ledger entries: {@link LedgerEntry} and the record {@code LedgerEntry}. */
public final class LedgerEntryCodec
    extends AvroCodec<LedgerEntry, io.wattune.schemas.avro.LedgerEntry> {

  public LedgerEntryCodec() {
    this(BundledSchemas.get());
  }

  public LedgerEntryCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.LedgerEntry.class, store);
  }

  @Override
  io.wattune.schemas.avro.LedgerEntry toRecord(LedgerEntry entry) {
    return new io.wattune.schemas.avro.LedgerEntry(
        entry.entryId(),
        entry.revision(),
        entry.isFinal(),
        io.wattune.schemas.avro.Book.valueOf(entry.book().name()),
        entry.device(),
        entry.signal(),
        entry.activityId(),
        entry.parentId(),
        entry.name(),
        entry.labels(),
        entry.startNanos(),
        entry.endNanos(),
        entry.energyMicrojoules(),
        entry.rawEnergyMicrojoules(),
        entry.standardErrorMicrojoules(),
        entry.scaleErrorMicrojoules(),
        entry.coverage(),
        io.wattune.schemas.avro.Quality.valueOf(entry.quality().name()),
        entry.profileId(),
        record(entry.attribution()),
        record(entry.counter()),
        entry.integralMicrojoules(),
        entry.clockSetBacks());
  }

  private static io.wattune.schemas.avro.@Nullable Attribution record(
      @Nullable Attribution attribution) {
    return attribution == null
        ? null
        : new io.wattune.schemas.avro.Attribution(
            attribution.share(),
            attribution.idleMicrojoules(),
            attribution.unexplainedMicrojoules(),
            attribution.stillRuns(),
            attribution.activities());
  }

  private static io.wattune.schemas.avro.@Nullable CounterEnergy record(
      @Nullable CounterEnergy counter) {
    return counter == null
        ? null
        : new io.wattune.schemas.avro.CounterEnergy(
            counter.microjoules(), counter.errorMicrojoules(), counter.disagrees());
  }

  private static @Nullable Attribution attribution(io.wattune.schemas.avro.LedgerEntry entry) {
    io.wattune.schemas.avro.@Nullable Attribution record = entry.getAttribution();
    return record == null
        ? null
        : new Attribution(
            record.getShare(),
            record.getIdleMicrojoules(),
            record.getUnexplainedMicrojoules(),
            record.getStillRuns(),
            record.getActivities());
  }

  private static @Nullable CounterEnergy counter(io.wattune.schemas.avro.LedgerEntry entry) {
    io.wattune.schemas.avro.@Nullable CounterEnergy record = entry.getCounter();
    return record == null
        ? null
        : new CounterEnergy(
            record.getMicrojoules(), record.getErrorMicrojoules(), record.getDisagrees());
  }

  @Override
  LedgerEntry toValue(io.wattune.schemas.avro.LedgerEntry record) throws UndecodableException {
    Checks.that(record.getRevision() >= 0, "revision must not be negative", record.getRevision());
    Checks.that(
        record.getEndNanos() > record.getStartNanos(),
        "endNanos must be after startNanos " + record.getStartNanos(),
        record.getEndNanos());
    Checks.that(
        record.getStandardErrorMicrojoules() >= 0,
        "standardErrorMicrojoules must not be negative",
        record.getStandardErrorMicrojoules());
    Checks.that(
        record.getScaleErrorMicrojoules() >= 0,
        "scaleErrorMicrojoules must not be negative",
        record.getScaleErrorMicrojoules());
    Checks.that(
        record.getCoverage() >= 0 && record.getCoverage() <= 1,
        "coverage must be 0 to 1",
        record.getCoverage());
    return new LedgerEntry(
        record.getEntryId(),
        record.getRevision(),
        record.getFinal$(),
        Checks.sameName(Book.class, record.getBook()),
        record.getDevice(),
        record.getSignal(),
        record.getActivityId(),
        record.getParentId(),
        record.getName(),
        record.getLabels(),
        record.getStartNanos(),
        record.getEndNanos(),
        record.getEnergyMicrojoules(),
        record.getRawEnergyMicrojoules(),
        record.getStandardErrorMicrojoules(),
        record.getScaleErrorMicrojoules(),
        record.getCoverage(),
        Checks.sameName(Quality.class, record.getQuality()),
        record.getProfileId(),
        attribution(record),
        counter(record),
        record.getIntegralMicrojoules(),
        Checks.clockSetBacks(record.getClockSetBacks(), record.getRevision()));
  }
}
