package io.wattune.schemas.codec;

import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Readings: {@link PollBlock} and the record {@code ReadingBlock}. A record may have several
 * columns; the first in a unit of power becomes the block's values, the first in a unit of energy
 * what its counter says, and the others are checked and left aside. The order of the times is not
 * judged here.
 */
public final class ReadingBlockCodec implements RecordCodec<PollBlock> {

  private static final long NANOS_PER_MICRO = 1_000;

  private final RecordEncoder<ReadingBlock> encoder = new RecordEncoder<>(ReadingBlock.class);
  private final RecordDecoder<ReadingBlock> decoder;

  public ReadingBlockCodec() {
    this(BundledSchemas.get());
  }

  public ReadingBlockCodec(SchemaStore store) {
    decoder = new RecordDecoder<>(ReadingBlock.class, store);
  }

  @Override
  public byte[] encode(PollBlock block) {
    long[] timesNanos = block.timesNanos();
    long baseTimeNanos = timesNanos.length == 0 ? 0 : timesNanos[0];
    if (baseTimeNanos % NANOS_PER_MICRO != 0) {
      throw new IllegalArgumentException(
          ("times of polls must be whole microseconds, was %s ns on device '%s'; round "
                  + "them when they are taken")
              .formatted(baseTimeNanos, block.device()));
    }
    return encoder.encode(
        new ReadingBlock(
            block.device(),
            block.sequence(),
            PackedColumns.VERSION,
            baseTimeNanos,
            block.polls(),
            PackedColumns.packTimes(timesNanos, baseTimeNanos),
            ByteBuffer.allocate(0),
            columns(block),
            block.endOfTrace(),
            block.model()));
  }

  private static List<SignalColumn> columns(PollBlock block) {
    SignalUnit unit =
        switch (block.unit()) {
          case MILLIWATTS -> SignalUnit.MILLIWATTS;
          case MICROWATTS -> SignalUnit.MICROWATTS;
        };
    var power = new SignalColumn(block.signal(), unit, PackedColumns.packInts(block.values()));
    EnergyColumn energy = block.energy();
    if (energy == null) {
      return List.of(power);
    }
    SignalUnit energyUnit =
        switch (energy.unit()) {
          case MILLIJOULES -> SignalUnit.MILLIJOULES;
          case MICROJOULES -> SignalUnit.MICROJOULES;
        };
    return List.of(
        power,
        new SignalColumn(energy.signal(), energyUnit, PackedColumns.packLongs(energy.values())));
  }

  private static @Nullable EnergyColumn energy(ReadingBlock record) {
    for (SignalColumn column : record.getSignals()) {
      if (column.getUnit() == SignalUnit.MILLIJOULES
          || column.getUnit() == SignalUnit.MICROJOULES) {
        boolean isMilli = column.getUnit() == SignalUnit.MILLIJOULES;
        return new EnergyColumn(
            column.getSignal(),
            isMilli ? EnergyUnit.MILLIJOULES : EnergyUnit.MICROJOULES,
            PackedColumns.unpackLongs(column.getValues()));
      }
    }
    return null;
  }

  @Override
  public PollBlock decode(byte @Nullable [] bytes) throws UndecodableException {
    return polls(record(bytes));
  }

  /**
   * The polls of a block's first column in a unit of power, and of its first in one of energy.
   *
   * @throws UndecodableException where it has none
   */
  public static PollBlock polls(ReadingBlock record) throws UndecodableException {
    SignalColumn power = powerColumn(record, record.getPolls());
    return new PollBlock(
        record.getDevice(),
        record.getSequence(),
        power.getSignal(),
        power.getUnit() == SignalUnit.MICROWATTS ? PowerUnit.MICROWATTS : PowerUnit.MILLIWATTS,
        PackedColumns.unpackTimes(record.getTimes(), record.getBaseTimeNanos()),
        PackedColumns.unpackInts(power.getValues()),
        record.getEndOfTrace(),
        energy(record),
        record.getModel());
  }

  /**
   * Decodes a block with every column that it has, and checks all that {@link #decode} checks.
   *
   * @throws UndecodableException where the bytes are not a block that can be used
   */
  public ReadingBlock record(byte @Nullable [] bytes) throws UndecodableException {
    ReadingBlock record = decoder.decode(bytes);
    int polls = record.getPolls();
    Checks.layout("ReadingBlock", record.getLayout());
    Checks.that(record.getSequence() >= 0, "sequence must not be negative", record.getSequence());
    if (record.getBaseTimeNanos() % NANOS_PER_MICRO != 0) {
      throw new UndecodableException(
          UndecodableException.TIME_OUT_OF_RANGE,
          "base time must be a whole number of microseconds, was "
              + record.getBaseTimeNanos()
              + " ns");
    }
    Checks.timesFit(record.getTimes(), polls, record.getBaseTimeNanos());
    if (record.getAnswerMicros().hasRemaining()) {
      Checks.length("answerMicros", record.getAnswerMicros(), polls, PackedColumns.INT_BYTES);
    }
    powerColumn(record, polls);
    return record;
  }

  private static SignalColumn powerColumn(ReadingBlock record, int polls)
      throws UndecodableException {
    SignalColumn power = null;
    for (SignalColumn column : record.getSignals()) {
      Checks.length(column.getSignal(), column.getValues(), polls, widthBytes(column));
      boolean isPower =
          column.getUnit() == SignalUnit.MILLIWATTS || column.getUnit() == SignalUnit.MICROWATTS;
      if (isPower && power == null) {
        power = column;
      }
    }
    if (power == null) {
      throw new UndecodableException(
          UndecodableException.NO_POWER_COLUMN,
          "a block of device '%s' has %s columns, and none in MILLIWATTS or MICROWATTS"
              .formatted(record.getDevice(), record.getSignals().size()));
    }
    return power;
  }

  private static int widthBytes(SignalColumn column) throws UndecodableException {
    return switch (column.getUnit()) {
      case MILLIWATTS, MICROWATTS, KILOHERTZ, MILLICELSIUS, PARTS_PER_MILLION ->
          PackedColumns.INT_BYTES;
      case MILLIJOULES, MICROJOULES -> PackedColumns.LONG_BYTES;
      case UNKNOWN ->
          throw new UndecodableException(
              UndecodableException.UNKNOWN_UNIT,
              "column '" + column.getSignal() + "' has a unit that this reader does not know");
    };
  }
}
