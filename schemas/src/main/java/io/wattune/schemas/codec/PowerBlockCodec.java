package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.avro.PowerBlock;
import io.wattune.schemas.avro.TraceSummary;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** True power: {@link TruePower} and the record {@code PowerBlock}. */
public final class PowerBlockCodec extends AvroCodec<TruePower, PowerBlock> {

  private static final int WORST = Quality.INVALID.code();

  public PowerBlockCodec() {
    this(BundledSchemas.get());
  }

  public PowerBlockCodec(SchemaStore store) {
    super(PowerBlock.class, store);
  }

  @Override
  PowerBlock toRecord(TruePower power) {
    int samples = power.samples();
    if (power.rawMilliwatts().length != samples
        || power.trueMilliwatts().length != samples
        || power.errorMilliwatts().length != samples
        || power.qualities().length != samples) {
      throw new IllegalArgumentException(
          "every column of true power of device '%s' must have %s values"
              .formatted(power.device(), samples));
    }
    long baseTimeNanos = samples == 0 ? 0 : power.timesNanos()[0];
    return new PowerBlock(
        power.device(),
        power.signal(),
        power.revision(),
        power.profileId(),
        PackedColumns.VERSION,
        baseTimeNanos,
        samples,
        PackedColumns.packTimes(power.timesNanos(), baseTimeNanos),
        PackedColumns.packInts(power.rawMilliwatts()),
        PackedColumns.packInts(power.trueMilliwatts()),
        PackedColumns.packInts(power.errorMilliwatts()),
        ByteBuffer.wrap(power.qualities()),
        summary(power.summary()),
        power.clockSetBacks());
  }

  @Override
  TruePower toValue(PowerBlock record) throws UndecodableException {
    int samples = record.getSamples();
    Checks.layout("PowerBlock", record.getLayout());
    Checks.that(record.getRevision() >= 0, "revision must not be negative", record.getRevision());
    Checks.length("qualities", record.getQualities(), samples, Byte.BYTES);
    byte[] qualities = Checks.bytes(record.getQualities());
    for (byte quality : qualities) {
      Checks.that(quality >= 0 && quality <= WORST, "a quality must be 0 to " + WORST, quality);
    }
    return new TruePower(
        record.getDevice(),
        record.getSignal(),
        record.getRevision(),
        record.getProfileId(),
        Checks.times(record.getTimes(), samples, record.getBaseTimeNanos()),
        Checks.ints("rawMilliwatts", record.getRawMilliwatts(), samples),
        Checks.ints("trueMilliwatts", record.getTrueMilliwatts(), samples),
        Checks.ints("errorMilliwatts", record.getErrorMilliwatts(), samples),
        qualities,
        summary(record.getSummary()),
        Checks.clockSetBacks(record.getClockSetBacks(), record.getRevision()));
  }

  private static @Nullable TraceSummary summary(
      io.wattune.core.power.@Nullable TraceSummary summary) {
    if (summary == null) {
      return null;
    }
    return new TraceSummary(
        summary.readings(),
        summary.samples(),
        summary.repeats(),
        summary.missing(),
        summary.outOfOrder(),
        summary.repeatedBlocks(),
        summary.lateActivities(),
        summary.gaps(),
        summary.energyRecords());
  }

  private static io.wattune.core.power.@Nullable TraceSummary summary(
      @Nullable TraceSummary summary) throws UndecodableException {
    if (summary == null) {
      return null;
    }
    for (int i = 0; i < summary.getSchema().getFields().size(); i++) {
      Checks.that((long) summary.get(i) >= 0, "a count must not be negative", summary.get(i));
    }
    return new io.wattune.core.power.TraceSummary(
        summary.getReadings(),
        summary.getSamples(),
        summary.getRepeats(),
        summary.getMissing(),
        summary.getOutOfOrder(),
        summary.getRepeatedBlocks(),
        summary.getLateActivities(),
        summary.getGaps(),
        summary.getEnergyRecords());
  }
}
