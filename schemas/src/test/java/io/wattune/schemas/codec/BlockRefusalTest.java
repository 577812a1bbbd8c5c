package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.avro.PowerBlock;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.avro.TraceSummary;
import io.wattune.schemas.layout.PackedColumns;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Records that are good Avro and bad blocks. */
class BlockRefusalTest {

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);
  private static final SignalColumn CLOCK = column("clock", SignalUnit.KILOHERTZ, ints(1, 2));
  private static final SignalColumn POWER = column("power", SignalUnit.MICROWATTS, ints(3, 4));

  private final ReadingBlockCodec readings = new ReadingBlockCodec();
  private final PowerBlockCodec power = new PowerBlockCodec();

  @Test
  void takesTheFirstColumnInAUnitOfPower() throws Exception {
    SignalColumn energy =
        column("energy", SignalUnit.MILLIJOULES, PackedColumns.packLongs(new long[] {5, 6}));
    SignalColumn second = column("second", SignalUnit.MILLIWATTS, ints(7, 8));

    PollBlock block = decode(r -> r.setSignals(List.of(CLOCK, energy, POWER, second)));

    assertThat(block.signal()).isEqualTo("power");
    assertThat(block.unit()).isEqualTo(PowerUnit.MICROWATTS);
    assertThat(block.values()).containsExactly(3, 4);
    assertThat(block.timesNanos()).containsExactly(1_000_000L, 1_007_000L);
  }

  @Test
  void blockWithoutPowerIsRefused() {
    assertRefused(UndecodableException.NO_POWER_COLUMN, r -> r.setSignals(List.of(CLOCK)));
    assertRefused(UndecodableException.NO_POWER_COLUMN, r -> r.setSignals(List.of()));
  }

  @Test
  void anyColumnOfAnUnknownUnitIsRefused() {
    assertRefused(
        UndecodableException.UNKNOWN_UNIT,
        r -> r.setSignals(List.of(POWER, column("new", SignalUnit.UNKNOWN, ints(1, 2)))));
  }

  @Test
  void unknownLayoutIsRefused() {
    assertRefused(UndecodableException.UNKNOWN_LAYOUT, r -> r.setLayout(2));
    assertRefused(UndecodableException.UNKNOWN_LAYOUT, r -> r.setLayout(0));
  }

  @Test
  void everyColumnMustHaveTheLengthThatTheBlockSays() {
    assertRefused(UndecodableException.COLUMN_LENGTH, r -> r.setPolls(3));
    assertRefused(UndecodableException.COLUMN_LENGTH, r -> r.setPolls(-1));
    assertRefused(UndecodableException.COLUMN_LENGTH, r -> r.setPolls(Integer.MAX_VALUE));
    assertRefused(UndecodableException.COLUMN_LENGTH, r -> r.setTimes(ints(1)));
    assertRefused(UndecodableException.COLUMN_LENGTH, r -> r.setTimes(ByteBuffer.allocate(7)));
    assertRefused(UndecodableException.COLUMN_LENGTH, r -> r.setAnswerMicros(ints(1)));
    assertRefused(
        UndecodableException.COLUMN_LENGTH,
        r -> r.setSignals(List.of(POWER, column("short", SignalUnit.KILOHERTZ, ints(1)))));
    assertRefused(
        UndecodableException.COLUMN_LENGTH,
        r -> r.setSignals(List.of(POWER, column("energy", SignalUnit.MICROJOULES, ints(1, 2)))));
  }

  @Test
  void timesThatCannotBeCountedAreRefused() {
    assertRefused(
        UndecodableException.TIME_OUT_OF_RANGE,
        r -> r.setBaseTimeNanos(Long.MAX_VALUE / 1000 * 1000));
    assertRefused(
        UndecodableException.TIME_OUT_OF_RANGE,
        r -> r.setBaseTimeNanos(Long.MIN_VALUE / 1000 * 1000));
    assertRefused(UndecodableException.TIME_OUT_OF_RANGE, r -> r.setBaseTimeNanos(1_000_001));
  }

  @Test
  void negativeSequenceIsRefused() {
    assertRefused(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setSequence(-1));
  }

  @Test
  void orderOfTimesIsNotJudgedHere() throws Exception {
    assertThat(decode(r -> r.setTimes(ints(5, 5))).timesNanos())
        .containsExactly(1_005_000L, 1_005_000L);
    assertThat(decode(r -> r.setTimes(ints(5, -5))).timesNanos())
        .containsExactly(1_005_000L, 995_000L);
  }

  @Test
  void encoderRefusesTimesThatTheLayoutCannotHold() {
    long widest = (1L << 31) * 1000;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> readings.encode(block(1, 2000)))
        .withMessageContaining("whole microseconds");
    assertThatIllegalArgumentException().isThrownBy(() -> readings.encode(block(1000, 2001)));
    assertThatIllegalArgumentException().isThrownBy(() -> readings.encode(block(0, widest)));
    assertThat(readings.encode(block(0, widest - 1000))).isNotEmpty();
    assertThat(readings.encode(block(0, -widest))).isNotEmpty();
  }

  @Test
  void blockOfTruePowerIsCheckedToo() {
    assertPowerRefused(UndecodableException.UNKNOWN_LAYOUT, r -> r.setLayout(7));
    assertPowerRefused(UndecodableException.COLUMN_LENGTH, r -> r.setSamples(2));
    assertPowerRefused(UndecodableException.COLUMN_LENGTH, r -> r.setTimes(NONE));
    assertPowerRefused(UndecodableException.COLUMN_LENGTH, r -> r.setRawMilliwatts(NONE));
    assertPowerRefused(UndecodableException.COLUMN_LENGTH, r -> r.setTrueMilliwatts(NONE));
    assertPowerRefused(UndecodableException.COLUMN_LENGTH, r -> r.setErrorMilliwatts(NONE));
    assertPowerRefused(UndecodableException.COLUMN_LENGTH, r -> r.setQualities(NONE));
    assertPowerRefused(
        UndecodableException.VALUE_OUT_OF_RANGE,
        r -> r.setQualities(ByteBuffer.wrap(new byte[] {5})));
    assertPowerRefused(
        UndecodableException.VALUE_OUT_OF_RANGE,
        r -> r.setQualities(ByteBuffer.wrap(new byte[] {-1})));
    assertPowerRefused(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setRevision(-1));
    assertPowerRefused(
        UndecodableException.TIME_OUT_OF_RANGE, r -> r.setBaseTimeNanos(Long.MAX_VALUE));
    assertPowerRefused(
        UndecodableException.VALUE_OUT_OF_RANGE,
        r -> r.setSummary(new TraceSummary(1L, 1L, 0L, 0L, 0L, 0L, 0L, -1L, 0L)));
  }

  @Test
  void encoderRefusesColumnsOfUnequalLength() {
    var uneven =
        new TruePower(
            "d",
            "s",
            0,
            "p",
            new long[1],
            new int[1],
            new int[2],
            new int[1],
            new byte[1],
            null,
            0);

    assertThatIllegalArgumentException().isThrownBy(() -> power.encode(uneven));
  }

  private PollBlock decode(Consumer<ReadingBlock> change) throws UndecodableException {
    var record =
        new ReadingBlock("n/d", 0L, 1, 1_000_000L, 2, ints(0, 7), NONE, List.of(POWER), false, "");
    change.accept(record);
    return readings.decode(new RecordEncoder<>(ReadingBlock.class).encode(record));
  }

  private void assertRefused(String reason, Consumer<ReadingBlock> change) {
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> decode(change))
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  private void assertPowerRefused(String reason, Consumer<PowerBlock> change) {
    var record =
        new PowerBlock(
            "n/d",
            "s",
            0,
            "p",
            1,
            0L,
            1,
            ints(0),
            ints(1),
            ints(1),
            ints(1),
            ByteBuffer.wrap(new byte[] {1}),
            null,
            0);
    change.accept(record);
    byte[] bytes = new RecordEncoder<>(PowerBlock.class).encode(record);
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> power.decode(bytes))
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  private static PollBlock block(long... timesNanos) {
    return new PollBlock(
        "n/d", 0, "power", PowerUnit.MILLIWATTS, timesNanos, new int[timesNanos.length], false);
  }

  private static SignalColumn column(String name, SignalUnit unit, ByteBuffer values) {
    return new SignalColumn(name, unit, values);
  }

  private static ByteBuffer ints(int... values) {
    return PackedColumns.packInts(values);
  }
}
