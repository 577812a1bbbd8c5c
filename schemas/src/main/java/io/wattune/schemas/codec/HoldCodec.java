package io.wattune.schemas.codec;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.tunable.Configuration;

/**
 * Holds: {@link Hold} and the record {@code Hold}.
 *
 * <p>A scope that this reader does not know, which a newer writer may have used, is taken as
 * everything: to leave too much alone is the safe side. The name and the settings that went with it
 * are then left out, since a hold of everything has none.
 */
public final class HoldCodec extends AvroCodec<Hold, io.wattune.schemas.avro.Hold> {

  public HoldCodec() {
    this(BundledSchemas.get());
  }

  public HoldCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.Hold.class, store);
  }

  @Override
  io.wattune.schemas.avro.Hold toRecord(Hold hold) {
    return new io.wattune.schemas.avro.Hold(
        hold.holdId(),
        io.wattune.schemas.avro.HoldScope.valueOf(hold.scope().name()),
        hold.name(),
        hold.fromNanos(),
        hold.untilNanos(),
        RecordLimits.name(hold.by()),
        RecordLimits.sentence(hold.why()),
        hold.isReleased(),
        SettingRecords.of(hold.settings()));
  }

  @Override
  Hold toValue(io.wattune.schemas.avro.Hold record) throws UndecodableException {
    boolean isKnown = record.getScope() != io.wattune.schemas.avro.HoldScope.UNKNOWN;
    HoldScope scope = isKnown ? Checks.sameName(HoldScope.class, record.getScope()) : HoldScope.ALL;
    Configuration settings = SettingRecords.configuration(record.getSettings());
    return new Hold(
        record.getHoldId(),
        scope,
        isKnown ? record.getName() : "",
        record.getFromNanos(),
        record.getUntilNanos(),
        record.getBy(),
        record.getWhy(),
        record.getReleased(),
        isKnown ? settings : Configuration.EMPTY);
  }
}
