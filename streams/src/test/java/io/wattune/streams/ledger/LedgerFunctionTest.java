package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.SmoothedPower;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.RingChunk;
import io.wattune.core.sensor.GivenProfile;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class LedgerFunctionTest {
  private static final String DEVICE = "node1/GPU-1";

  @Test
  void learnsTheSensorAndCorrectsTheEdgeThatTaughtIt() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.activity(DEVICE, "load", LagTrace.LOAD_START, LagTrace.LOAD_END);
      for (PollBlock block : LagTrace.blocks(DEVICE, 50)) {
        ledger.readings(block);
      }
      ledger.activitiesEnded(DEVICE);

      assertThat(ledger.profiles).hasSize(1);
      assertThat(ledger.profiles.get(0).sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
      // Polls 7 ms apart place each update within 3.5 ms: 3 % of the time constant.
      assertThat(ledger.profiles.get(0).response().timeConstantSeconds())
          .isCloseTo(LagTrace.TIME_CONSTANT, within(0.003));
      LedgerEntry load = load(ledger);
      assertThat(load.isFinal()).isTrue();
      assertThat(load.quality()).isEqualTo(Quality.CORRECTED);
      assertThat(load.labels()).containsEntry("user", "a");
      double trueJoules = load.energyMicrojoules() * 1e-6;
      assertThat(trueJoules).isCloseTo(LagTrace.LOAD_JOULES, within(0.005 * LagTrace.LOAD_JOULES));
      assertThat(load.rawEnergyMicrojoules() * 1e-6).isLessThan(0.985 * LagTrace.LOAD_JOULES);
      assertThat(ledger.rejects).isEmpty();
    }
  }

  @Test
  void keepsWhatItCannotUseWithItsBytesAndReason() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      List<PollBlock> blocks = LagTrace.blocks(DEVICE, 400);
      byte[] garbage = {1, 2, 3};

      ledger.readings(DEVICE, garbage);
      ledger.activity(DEVICE, garbage);
      ledger.readings(blocks.get(0));
      ledger.readings(blocks.get(0));
      ledger.readings("another/GPU", new ReadingBlockCodec().encode(blocks.get(1)));
      ledger.readings(withSignal(blocks.get(1), "power.draw.instant"));
      ledger.readings(withSequence(blocks.get(0), 7));

      assertThat(ledger.rejects)
          .extracting(RejectedDatum::reason)
          .containsExactly(
              "no-single-object-marker",
              "no-single-object-marker",
              "repeated-block",
              "key-mismatch",
              "signal-changed",
              "out-of-order");
      assertThat(ledger.rejects.get(0).original()).isEqualTo(garbage);
      assertThat(ledger.rejects.get(0).origin()).isEqualTo(Namespace.live().topic(Topic.READINGS));
      assertThat(ledger.rejects.get(0).partition()).isEqualTo(3);
      assertThat(ledger.rejects.get(2).data()).isEqualTo(400);
      assertThat(ledger.rejects.get(5).data()).isEqualTo(400);
    }
  }

  @Test
  void readsRecordsOfANewerWriterOnceItsSchemaIsPublished() throws Exception {
    Schema newer = newerReadingBlock();
    byte[] record = encoded(newer, LagTrace.blocks(DEVICE, 400).get(0));
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.readings(DEVICE, record);
      assertThat(ledger.rejects)
          .extracting(RejectedDatum::reason)
          .containsExactly("unknown-schema");

      LedgerHarness.SCHEMAS.give(newer);
      ledger.readings(DEVICE, record);

      assertThat(ledger.rejects).hasSize(1);
      assertThat(ledger.power).isNotEmpty();
    }
  }

  @Test
  void publishesTheSchemasOfWhatItWrites() throws Exception {
    LedgerHarness.SCHEMAS.published().clear();
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      assertThat(LedgerHarness.SCHEMAS.published())
          .containsExactly(
              Topic.ENERGY, Topic.POWER, Topic.SMOOTHED, Topic.PROFILES, Topic.REJECTS);
      assertThat(ledger.rejects).isEmpty();
    }
  }

  @Test
  void refusesAnActivityThatComesAfterTheHorizon() throws Exception {
    var settings = new LedgerSettings(1_000_000_000L, ProfileChoice.AUTO);
    try (var ledger = new LedgerHarness(settings).open()) {
      for (PollBlock block : LagTrace.blocks(DEVICE, 400)) {
        ledger.readings(block);
      }
      ledger.activity(DEVICE, "late", LagTrace.LOAD_START, LagTrace.LOAD_END);
      ledger.activitiesEnded(DEVICE);

      assertThat(ledger.rejects).extracting(RejectedDatum::reason).containsExactly("late-activity");
      assertThat(Objects.requireNonNull(last(ledger).summary()).lateActivities()).isEqualTo(1);
    }
  }

  @Test
  void aClockThatWasHoursAheadIsToldAndTheBooksGoOn() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      long ahead = 8 * 3600_000_000_000L;
      for (int i = 0; i < 20; i++) {
        ledger.readings(shifted(sawtooth(i), ahead, i));
      }
      ledger.readings(shifted(sawtooth(20), 0, 20));
      try (var second = new LedgerHarness(LedgerSettings.DEFAULT).openFrom(ledger.snapshot())) {
        for (int i = 21; i < 50; i++) {
          second.readings(shifted(sawtooth(i), 0, i));
        }
        assertThat(second.rejects).extracting(RejectedDatum::reason).contains("clock-set-back");
        RejectedDatum told = second.rejects.get(second.rejects.size() - 1);
        assertThat(told.reason()).isEqualTo("clock-set-back");
        assertThat(told.detail()).contains("from 2023-11-15T06:13:39.990Z to 2023-11-14T22:13:50Z");
        assertThat(second.newest)
            .containsKey("window1s/" + DEVICE + "/" + LagTrace.SIGNAL + "/1700000040000000000");
        assertThat(second.power.get(second.power.size() - 1).revision())
            .isGreaterThan(ledger.power.get(ledger.power.size() - 1).revision());
      }
    }
  }

  private static PollBlock shifted(PollBlock block, long nanos, long sequence) {
    long[] times = block.timesNanos().clone();
    for (int i = 0; i < times.length; i++) {
      times[i] += nanos;
    }
    return new PollBlock(
        DEVICE, sequence, block.signal(), block.unit(), times, block.values(), false);
  }

  @Test
  void forgetsADeviceThatHasEnded() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      for (PollBlock block : LagTrace.blocks(DEVICE, 100)) {
        ledger.readings(block);
      }
      assertThat(ledger.keyedStateEntries()).isPositive();

      ledger.activitiesEnded(DEVICE);

      assertThat(ledger.keyedStateEntries()).isZero();
      assertThat(Objects.requireNonNull(last(ledger).summary()).energyRecords())
          .isEqualTo(ledger.entries.size());
    }
  }

  @Test
  void keepsOnlyTheHorizonOfALongTrace() throws Exception {
    var settings = new LedgerSettings(1_000_000_000L, ProfileChoice.NONE);
    try (var ledger = new LedgerHarness(settings).open()) {
      int most = 0;
      for (int i = 0; i < 200; i++) {
        ledger.readings(sawtooth(i));
        most = Math.max(most, ledger.keyedStateEntries());
      }
      // Horizon, a minute for the longest window and its reach at 10 ms a sample, in chunks.
      assertThat(ledger.keyedStateEntries())
          .isLessThanOrEqualTo(most)
          .isLessThan(2 + 1 + 75 * 100 / RingChunk.CAPACITY + 2);
    }
  }

  @Test
  void goesOnFromASnapshotAsIfNothingHadHappened() throws Exception {
    List<PollBlock> blocks = LagTrace.blocks(DEVICE, 97);
    Map<String, LedgerEntry> whole;
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      feed(ledger, blocks);
      whole = ledger.newest;
    }

    try (var first = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      first.activity(DEVICE, "load", LagTrace.LOAD_START, Activity.RUNNING);
      int half = 4; // in the middle of the rising edge's settling
      for (PollBlock block : blocks.subList(0, half)) {
        first.readings(block);
      }
      try (var second = new LedgerHarness(LedgerSettings.DEFAULT).openFrom(first.snapshot())) {
        second.activity(DEVICE, "load", LagTrace.LOAD_START, LagTrace.LOAD_END);
        for (PollBlock block : blocks.subList(half, blocks.size())) {
          second.readings(block);
        }
        second.activitiesEnded(DEVICE);
        first.newest.putAll(second.newest);
      }
      assertThat(first.newest.keySet()).isEqualTo(whole.keySet());
      first.newest.forEach(
          (id, entry) ->
              assertThat(entry)
                  .usingRecursiveComparison()
                  .ignoringFields("revision")
                  .isEqualTo(whole.get(id)));
    }
  }

  /** As after jobs were stopped with a savepoint and submitted with a file of profiles. */
  @Test
  void aProfileThatIsGivenToARestoredJobHoldsFromTheNextBlockOn() throws Exception {
    List<PollBlock> blocks = LagTrace.blocks(DEVICE, 97);
    SensorProfile given =
        ProfileChoice.prior(DEVICE, LagTrace.SIGNAL)
            .learned(SensorModel.lag(0.84, 0.02), 0.015, 0.1, 3, 0)
            .scaled("by-meter", 1.2, 0.01, 3, 1, 0);
    var known = ProfileChoice.known(List.of(new GivenProfile(given.givenTo("*", "*"), "")));
    try (var first = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      for (PollBlock block : blocks.subList(0, 8)) {
        first.readings(block);
      }
      try (var second =
          new LedgerHarness(LedgerSettings.DEFAULT.knowing(known)).openFrom(first.snapshot())) {
        for (PollBlock block : blocks.subList(8, blocks.size())) {
          second.readings(block);
        }
        assertThat(second.profiles)
            .singleElement()
            .satisfies(
                profile -> {
                  assertThat(profile.profileId()).isEqualTo("by-meter");
                  assertThat(profile.device()).isEqualTo(DEVICE);
                  assertThat(profile.gain()).isEqualTo(1.2);
                  assertThat(profile.validFromNanos())
                      .isLessThan(blocks.get(8).timesNanos()[0])
                      .isGreaterThan(blocks.get(7).timesNanos()[0]);
                });
      }
    }
  }

  @Test
  void smoothedPowerIsTheSameAcrossASnapshotAndEndsWithTheTracesSummary() throws Exception {
    LedgerSettings settings = LedgerSettings.DEFAULT.smoothing(true);
    List<PollBlock> blocks = LagTrace.blocks(DEVICE, 97);
    List<TruePower> whole;
    try (var ledger = new LedgerHarness(settings).open()) {
      feed(ledger, blocks);
      whole = ledger.smoothed;
    }
    try (var first = new LedgerHarness(settings).open()) {
      first.activity(DEVICE, "load", LagTrace.LOAD_START, LagTrace.LOAD_END);
      int half = 8; // a slice is out, and a profile learned
      for (PollBlock block : blocks.subList(0, half)) {
        first.readings(block);
      }
      try (var second = new LedgerHarness(settings).openFrom(first.snapshot())) {
        for (PollBlock block : blocks.subList(half, blocks.size())) {
          second.readings(block);
        }
        second.activitiesEnded(DEVICE);
        first.smoothed.addAll(second.smoothed);
      }
      assertThat(newestSlices(first.smoothed))
          .isNotEmpty()
          .usingRecursiveComparison()
          .ignoringFields("revision")
          .isEqualTo(newestSlices(whole));
    }
    TruePower last = whole.get(whole.size() - 1);
    assertThat(last.samples()).isZero();
    assertThat(Objects.requireNonNull(last.summary()).readings()).isEqualTo(9000 / 7);
  }

  private static List<TruePower> newestSlices(List<TruePower> blocks) {
    var bySlice = new TreeMap<Long, TruePower>();
    for (TruePower block : blocks) {
      if (block.samples() > 0) {
        long slice = SmoothedPower.sliceAt(block.timesNanos()[0]);
        bySlice.merge(slice, block, (a, b) -> a.revision() > b.revision() ? a : b);
      }
    }
    return List.copyOf(bySlice.values());
  }

  /** The schema of readings with one more field, as a later release may have it. */
  private static Schema newerReadingBlock() {
    String json = ReadingBlock.getClassSchema().toString();
    int end = json.lastIndexOf("]");
    return new Schema.Parser()
        .parse(
            json.substring(0, end)
                + ",{\"name\":\"later\",\"type\":\"long\",\"default\":0}"
                + json.substring(end));
  }

  private static byte[] encoded(Schema schema, PollBlock block) throws Exception {
    ReadingBlock old =
        new RecordDecoder<>(ReadingBlock.class).decode(new ReadingBlockCodec().encode(block));
    var record = new GenericData.Record(schema);
    for (Schema.Field field : ReadingBlock.getClassSchema().getFields()) {
      record.put(field.name(), old.get(field.pos()));
    }
    record.put("later", 5L);
    var out = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericData.Record>(GenericData.get(), schema).encode(record, out);
    return out.toByteArray();
  }

  private static void feed(LedgerHarness ledger, List<PollBlock> blocks) throws Exception {
    ledger.activity(DEVICE, "load", LagTrace.LOAD_START, LagTrace.LOAD_END);
    for (PollBlock block : blocks) {
      ledger.readings(block);
    }
    ledger.activitiesEnded(DEVICE);
  }

  private static LedgerEntry load(LedgerHarness ledger) {
    return Objects.requireNonNull(
        ledger.newest.get("kernel/" + DEVICE + "/" + LagTrace.SIGNAL + "/load"));
  }

  private static io.wattune.core.power.TruePower last(LedgerHarness ledger) {
    return ledger.power.get(ledger.power.size() - 1);
  }

  private static PollBlock withSignal(PollBlock block, String signal) {
    return new PollBlock(
        block.device(),
        block.sequence(),
        signal,
        block.unit(),
        block.timesNanos(),
        block.values(),
        block.endOfTrace());
  }

  private static PollBlock withSequence(PollBlock block, long sequence) {
    return new PollBlock(
        block.device(),
        sequence,
        block.signal(),
        block.unit(),
        block.timesNanos(),
        block.values(),
        false);
  }

  private static PollBlock sawtooth(int number) {
    int n = 100;
    long[] times = new long[n];
    int[] values = new int[n];
    for (int i = 0; i < n; i++) {
      times[i] = LagTrace.START + (number * (long) n + i) * 10_000_000L;
      values[i] = 50_000 + (i % 10) * 100;
    }
    return new PollBlock(
        DEVICE, number, LagTrace.SIGNAL, PowerUnit.MILLIWATTS, times, values, false);
  }
}
