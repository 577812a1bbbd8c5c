package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.schemas.avro.Activity;
import io.wattune.schemas.avro.ActivityLevel;
import io.wattune.schemas.avro.Attribution;
import io.wattune.schemas.avro.Book;
import io.wattune.schemas.avro.CounterEnergy;
import io.wattune.schemas.avro.LedgerEntry;
import io.wattune.schemas.avro.ProfileSource;
import io.wattune.schemas.avro.Quality;
import io.wattune.schemas.avro.Reject;
import io.wattune.schemas.avro.SensorClass;
import io.wattune.schemas.avro.SensorProfile;
import io.wattune.schemas.reject.RejectedDatum;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

/** Records that are good Avro and hold values that cannot be. */
class ValueRefusalTest {

  @Test
  void unchangedRecordsAreTaken() throws Exception {
    assertThat(new ActivityCodec().decode(encode(Activity.class, activity(), r -> {})))
        .isInstanceOf(ActivityEvent.Reported.class);
    assertThat(new LedgerEntryCodec().decode(encode(LedgerEntry.class, entry(), r -> {})))
        .isNotNull();
    assertThat(new SensorProfileCodec().decode(encode(SensorProfile.class, profile(), r -> {})))
        .isNotNull();
    assertThat(new RejectCodec().decode(encode(Reject.class, reject(), r -> {}))).isNotNull();
  }

  @Test
  void activityMustEndAfterItsStartAndHaveALevel() {
    assertActivity(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setEndNanos(1L));
    assertActivity(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setEndNanos(-5L));
    assertActivity(UndecodableException.UNKNOWN_SYMBOL, r -> r.setLevel(ActivityLevel.UNKNOWN));
  }

  @Test
  void endOfTraceNeedsNothingButADevice() throws Exception {
    byte[] bytes =
        encode(
            Activity.class,
            activity(),
            r -> {
              r.setEndOfTrace(true);
              r.setLevel(ActivityLevel.UNKNOWN);
              r.setEndNanos(-5L);
            });

    assertThat(new ActivityCodec().decode(bytes)).isEqualTo(new ActivityEvent.EndOfTrace("d"));
  }

  @Test
  void runningActivityComesBackWithoutEnd() throws Exception {
    byte[] bytes = encode(Activity.class, activity(), r -> r.setEndNanos(null));

    assertThat(new ActivityCodec().decode(bytes))
        .isInstanceOfSatisfying(
            ActivityEvent.Reported.class, e -> assertThat(e.activity().hasEnded()).isFalse());
  }

  @Test
  void ledgerEntryMustBeWithinItsBounds() {
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setRevision(-1));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setEndNanos(1));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setStandardErrorMicrojoules(-1));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setClockSetBacks(-1));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setScaleErrorMicrojoules(-1));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setCoverage(1.01));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setCoverage(-0.01));
    assertEntry(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setCoverage(Double.NaN));
    assertEntry(UndecodableException.UNKNOWN_SYMBOL, r -> r.setBook(Book.UNKNOWN));
  }

  @Test
  void sensorProfileMustBeWithinItsBounds() {
    assertProfile(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setGain(0));
    assertProfile(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setGain(Double.NaN));
    assertProfile(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setTimeConstantSeconds(0));
    assertProfile(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setNoiseWatts(-1));
    assertProfile(
        UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setOffsetWatts(Double.POSITIVE_INFINITY));
    assertProfile(UndecodableException.VALUE_OUT_OF_RANGE, r -> r.setSteps(-1));
    assertProfile(UndecodableException.UNKNOWN_SYMBOL, r -> r.setSensorClass(SensorClass.UNKNOWN));
    assertProfile(UndecodableException.UNKNOWN_SYMBOL, r -> r.setSource(ProfileSource.UNKNOWN));
  }

  @Test
  void rejectMustBeWithinItsBounds() {
    assertReject(r -> r.setData(0));
    assertReject(r -> r.setOriginalLength(2));
  }

  @Test
  void originalIsCutAndItsLengthKept() {
    byte[] original = new byte[100_000];
    original[65_535] = 7;

    RejectedDatum datum = RejectedDatum.of("r", "d", "o", 0, 0, 1, original, "by");

    assertThat(datum.original()).hasSize(65_536).endsWith(7);
    assertThat(datum.originalLength()).isEqualTo(100_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RejectedDatum.of("r", "d", "o", 0, 0, 0, original, "by"));
  }

  private static void assertActivity(String reason, Consumer<Activity> change) {
    assertRefused(reason, new ActivityCodec(), encode(Activity.class, activity(), change));
  }

  private static void assertEntry(String reason, Consumer<LedgerEntry> change) {
    assertRefused(reason, new LedgerEntryCodec(), encode(LedgerEntry.class, entry(), change));
  }

  private static void assertProfile(String reason, Consumer<SensorProfile> change) {
    assertRefused(reason, new SensorProfileCodec(), encode(SensorProfile.class, profile(), change));
  }

  private static void assertReject(Consumer<Reject> change) {
    assertRefused(
        UndecodableException.VALUE_OUT_OF_RANGE,
        new RejectCodec(),
        encode(Reject.class, reject(), change));
  }

  private static void assertRefused(String reason, RecordCodec<?> codec, byte[] bytes) {
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> codec.decode(bytes))
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  private static <T extends SpecificRecordBase> byte[] encode(
      Class<T> type, T record, Consumer<T> change) {
    change.accept(record);
    return new RecordEncoder<>(type).encode(record);
  }

  private static Activity activity() {
    return new Activity(
        "d", "a", ActivityLevel.JOB, "n", 1L, 2L, null, Map.of(), null, null, false);
  }

  private static LedgerEntry entry() {
    return new LedgerEntry(
        "id",
        0,
        true,
        Book.JOB,
        "d",
        "s",
        "a",
        null,
        "n",
        Map.of(),
        1L,
        2L,
        3L,
        4L,
        5L,
        1L,
        0.5,
        Quality.GAP,
        "p",
        new Attribution(0.5, 1L, null, false, 1),
        new CounterEnergy(3L, 1L, false),
        2L,
        0);
  }

  private static SensorProfile profile() {
    return new SensorProfile(
        "p",
        "d",
        "s",
        SensorClass.FIRST_ORDER_LAG,
        ProfileSource.GIVEN,
        0.8,
        0.01,
        0.0,
        0.0,
        0.1,
        0.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.1,
        5,
        0L,
        0L);
  }

  private static Reject reject() {
    return new Reject("r", "d", "o", 0, 0L, 1, ByteBuffer.wrap(new byte[] {1, 2, 3}), 3, "by");
  }
}
