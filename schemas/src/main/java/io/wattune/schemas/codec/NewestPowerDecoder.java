package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.avro.PowerBlock;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a block of true power what a controller or a view of the fleet needs, without unpacking
 * its columns. Refuses the same blocks as {@link PowerBlockCodec}, but for what is wrong in columns
 * that it does not read. One for each thread.
 */
public final class NewestPowerDecoder {
  private static final int WORST = Quality.INVALID.code();

  private final RecordDecoder<PowerBlock> decoder;

  public NewestPowerDecoder(SchemaStore store) {
    decoder = new RecordDecoder<>(PowerBlock.class, store);
  }

  /**
   * Decodes a block.
   *
   * @throws UndecodableException where the bytes are not such a block
   */
  public NewestPower decode(byte @Nullable [] bytes) throws UndecodableException {
    PowerBlock record = decoder.decode(bytes);
    int samples = record.getSamples();
    Checks.layout("PowerBlock", record.getLayout());
    Checks.length("times", record.getTimes(), samples, PackedColumns.INT_BYTES);
    Checks.length("trueMilliwatts", record.getTrueMilliwatts(), samples, PackedColumns.INT_BYTES);
    Checks.length("errorMilliwatts", record.getErrorMilliwatts(), samples, PackedColumns.INT_BYTES);
    Checks.length("qualities", record.getQualities(), samples, Byte.BYTES);
    Checks.that(
        PackedColumns.fitsBase(record.getBaseTimeNanos()),
        "base time must leave room for offsets",
        record.getBaseTimeNanos());
    Quality worst = samples == 0 ? Quality.INVALID : worst(record.getQualities());
    ByteBuffer power = littleEndian(record.getTrueMilliwatts());
    int newest = samples - 1;
    while (newest >= 0 && at(power, newest) == TruePower.NONE) {
      newest--;
    }
    if (newest < 0) {
      return nothing(record, worst);
    }
    long timeNanos =
        record.getBaseTimeNanos()
            + at(littleEndian(record.getTimes()), newest) * PackedColumns.NANOS_PER_STEP;
    ByteBuffer qualities = record.getQualities();
    return new NewestPower(
        record.getDevice(),
        record.getRevision(),
        Checks.clockSetBacks(record.getClockSetBacks(), record.getRevision()),
        samples,
        timeNanos,
        at(power, newest),
        at(littleEndian(record.getErrorMilliwatts()), newest),
        Quality.ofCode(qualities.get(qualities.position() + newest)),
        worst);
  }

  private static NewestPower nothing(PowerBlock record, Quality worst) throws UndecodableException {
    return new NewestPower(
        record.getDevice(),
        record.getRevision(),
        Checks.clockSetBacks(record.getClockSetBacks(), record.getRevision()),
        record.getSamples(),
        0,
        TruePower.NONE,
        TruePower.NONE,
        Quality.INVALID,
        worst);
  }

  private static Quality worst(ByteBuffer qualities) throws UndecodableException {
    int worst = 0;
    for (int i = qualities.position(); i < qualities.limit(); i++) {
      byte quality = qualities.get(i);
      Checks.that(quality >= 0 && quality <= WORST, "a quality must be 0 to " + WORST, quality);
      worst = Math.max(worst, quality);
    }
    return Quality.ofCode(worst);
  }

  private static ByteBuffer littleEndian(ByteBuffer column) {
    return column.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int at(ByteBuffer column, int index) {
    return column.getInt(index * PackedColumns.INT_BYTES);
  }
}
