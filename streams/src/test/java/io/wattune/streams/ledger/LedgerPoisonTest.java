package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.avro.ActivityLevel;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What no record may do is end the job: it would read the same record again after each restart, and
 * no device of the fleet would have a ledger.
 */
class LedgerPoisonTest {
  private static final String DEVICE = "node1/GPU-1";
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aDeviceThatWasAwayForAnHourGoesOn() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.readings(flat(0, 0, 50, null));
      ledger.readings(flat(1, 3600, 50, null));
      ledger.readings(flat(2, 3601, 50, null));

      assertThat(ledger.rejects).isEmpty();
      assertThat(ledger.power.stream().mapToInt(TruePower::samples).sum()).isGreaterThan(8);
    }
  }

  @Test
  void aProfileThatIsLearnedBehindAnHoursPauseIsPutOut() throws Exception {
    var settings = new LedgerSettings(2 * 3600 * SECOND, ProfileChoice.AUTO);
    try (var ledger = new LedgerHarness(settings).open()) {
      ledger.readings(flat(0, -3600, 50, null));
      ledger.readings(flat(1, -3599, 50, null));
      long sequence = 2;
      for (PollBlock block : LagTrace.blocks(DEVICE, 97)) {
        ledger.readings(renumbered(block, sequence++));
      }

      assertThat(ledger.profiles).isNotEmpty();
      assertThat(ledger.rejects).isEmpty();
    }
  }

  @Test
  void workBeyondAllMeasureIsNoRate() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.readings(flat(0, 0, 500, null));
      for (String id : List.of("a", "b")) {
        var activity =
            new Activity(
                DEVICE,
                id,
                Book.KERNEL,
                id,
                LagTrace.START + SECOND,
                LagTrace.START + SECOND + 500_000_000L,
                null,
                Map.of(),
                null,
                Double.MAX_VALUE);
        ledger.activity(DEVICE, new ActivityCodec().encode(activity));
      }
      ledger.readings(flat(1, 5, 500, null));
      ledger.readings(withEnd(flat(2, 10, 1, null)));
      ledger.activitiesEnded(DEVICE);

      assertThat(ledger.rejects).isEmpty();
      assertThat(ledger.newest.get("kernel/" + DEVICE + "/" + LagTrace.SIGNAL + "/a"))
          .extracting(entry -> entry.energyMicrojoules())
          .isEqualTo(12_500_000L);
    }
  }

  @Tag("long")
  @Test
  void aCounterThatStandsStillForHoursWithADeviceThatTakesNothingIsBorne() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      for (int i = 0; i < 900; i++) {
        ledger.readings(block(i, 5 * i, 50, 100, 0, j -> 7));
      }
      assertThat(ledger.rejects).isEmpty();
      assertThat(ledger.entries)
          .allMatch(entry -> entry.counter() == null || entry.counter().microjoules() == 0);
    }
  }

  @Tag("long")
  @Test
  void aCounterThatWasAwayForHoursMayComeBackLower() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      for (int i = 0; i < 900; i++) {
        boolean isAway = i > 10 && i < 600;
        long energy = i <= 10 ? 500_000_000L + 250_000L * i : 250_000L * (i - 600);
        ledger.readings(
            block(
                i,
                5 * i,
                50,
                100,
                50_000,
                j -> isAway ? EnergyColumn.MISSING : energy + 5_000L * j));
      }
      assertThat(ledger.rejects).isEmpty();
      assertThat(ledger.entries)
          .allMatch(entry -> entry.counter() == null || !entry.counter().disagrees());
      assertThat(ledger.entries.get(ledger.entries.size() - 1).counter()).isNotNull();
    }
  }

  @Test
  void anEmptyBlockAndTheLargestAreTakenAndALargerOneIsRefused() throws Exception {
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.readings(flat(0, 0, 0, null));
      ledger.readings(flat(1, 0, 8_192, null));
      ledger.readings(flat(2, 1000, 0, null));
      ledger.readings(withEnd(flat(3, 1001, 0, null)));
      ledger.activitiesEnded(DEVICE);

      assertThat(ledger.rejects).isEmpty();
      assertThat(
              ledger.newest.values().stream()
                  .filter(entry -> entry.book() == Book.WINDOW10S)
                  .mapToLong(entry -> entry.energyMicrojoules())
                  .sum())
          .isEqualTo(Math.round(50e6 * 81.91));
    }
  }

  /** Each text and list as long as any may be, of letters that have three bytes each. */
  @Test
  void whatComesOfTheLargestRecordsCanBeSent() throws Exception {
    String id = "\u6f22".repeat(RecordLimits.MOST_TEXT);
    Map<String, String> labels = new TreeMap<>();
    for (int i = 0; i < RecordLimits.MOST_LABELS; i++) {
      labels.put(String.format("%03d", i) + id.substring(3), id);
    }
    int polls = RecordLimits.MOST_COLUMN_BYTES / 8;
    PollBlock flat = flat(0, 0, polls, energy(polls));
    var block =
        new PollBlock(
            id, 0, id, flat.unit(), flat.timesNanos(), flat.values(), false, flat.energy(), id);
    var activity =
        new Activity(
            id, id, Book.KERNEL, id, LagTrace.START, LagTrace.START + SECOND, id, labels, 1.0, 1.0);
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT.smoothing(true)).open()) {
      ledger.readings(block);
      ledger.activity(id, new ActivityCodec().encode(activity));
      ledger.readings(LedgerPoisonTest.endOf(id, 1));
      ledger.activitiesEnded(id);

      assertThat(ledger.rejects).isEmpty();
      assertThat(ledger.newest.values()).anyMatch(entry -> entry.labels().equals(labels));
      assertThat(ledger.power).isNotEmpty();
    }
  }

  private static PollBlock endOf(String device, long sequence) {
    PollBlock end = flat(sequence, 100, 1, null);
    return new PollBlock(
        device, sequence, device, end.unit(), end.timesNanos(), end.values(), true);
  }

  /** The record that stopped the ledger of a fleet: Kafka takes it, and not what came of it. */
  @Test
  void aRecordAboveTheLimitsIsRejectedAndTheOthersGoOn() throws Exception {
    String id = "x".repeat(900_000);
    var activity =
        new io.wattune.schemas.avro.Activity(
            DEVICE,
            id,
            ActivityLevel.KERNEL,
            "n",
            LagTrace.START,
            LagTrace.START + SECOND,
            null,
            Map.of(),
            null,
            null,
            false);
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).open()) {
      ledger.activity(DEVICE, activity.toByteBuffer().array());
      ledger.readings(flat(0, 0, 500, null));
      ledger.readings(withEnd(flat(1, 5, 1, null)));
      ledger.activitiesEnded(DEVICE);

      assertThat(ledger.rejects)
          .extracting(RejectedDatum::reason)
          .containsExactly(UndecodableException.TOO_LARGE);
      assertThat(ledger.newest).isNotEmpty();
    }
  }

  @Test
  void noBytesEndTheJob() throws Exception {
    Random random = new Random(7);
    byte[] reading = new ReadingBlockCodec().encode(flat(0, 0, 20, energy(20)));
    byte[] activity =
        new ActivityCodec()
            .encode(
                new Activity(
                    DEVICE,
                    "a",
                    Book.REQUEST,
                    "n",
                    LagTrace.START,
                    LagTrace.START + SECOND,
                    "p",
                    Map.of("user", "u"),
                    2.0,
                    3.0));
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT.smoothing(true)).open()) {
      for (int i = 0; i < 4_000; i++) {
        ledger.readings(DEVICE, damaged(reading, random));
        ledger.activity(DEVICE, damaged(activity, random));
        if (i % 100 == 0) {
          ledger.readings(DEVICE, damaged(activity, random));
          ledger.activity(DEVICE, damaged(reading, random));
        }
      }
    }
  }

  /** Some bytes changed, or the end cut off; behind the fingerprint, so that most can be read. */
  private static byte[] damaged(byte[] record, Random random) {
    byte[] damaged = record.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      damaged[10 + random.nextInt(record.length - 10)] = (byte) random.nextInt(256);
    }
    return random.nextInt(20) == 0
        ? Arrays.copyOf(damaged, random.nextInt(record.length))
        : damaged;
  }

  private static EnergyColumn energy(int polls) {
    long[] values = new long[polls];
    Arrays.setAll(values, i -> 500L * i);
    return new EnergyColumn("energy", EnergyUnit.MILLIJOULES, values);
  }

  private static PollBlock renumbered(PollBlock block, long sequence) {
    return new PollBlock(
        DEVICE,
        sequence,
        LagTrace.SIGNAL,
        block.unit(),
        block.timesNanos(),
        block.values(),
        block.endOfTrace());
  }

  private static PollBlock withEnd(PollBlock block) {
    return new PollBlock(
        DEVICE,
        block.sequence(),
        LagTrace.SIGNAL,
        block.unit(),
        block.timesNanos(),
        block.values(),
        true);
  }

  /** Polls of 50 W every 10 ms. */
  private static PollBlock flat(
      long sequence, double seconds, int polls, @Nullable EnergyColumn energy) {
    PollBlock block = block(sequence, seconds, polls, 10, 50_000, null);
    return new PollBlock(
        DEVICE,
        sequence,
        LagTrace.SIGNAL,
        PowerUnit.MILLIWATTS,
        block.timesNanos(),
        block.values(),
        false,
        energy,
        "");
  }

  private static PollBlock block(
      long sequence,
      double seconds,
      int polls,
      int everyMillis,
      int milliwatts,
      java.util.function.@Nullable IntToLongFunction millijoules) {
    long[] times = new long[polls];
    int[] values = new int[polls];
    long[] energies = new long[polls];
    for (int i = 0; i < polls; i++) {
      times[i] = LagTrace.START + Math.round(seconds * 1e9) + i * everyMillis * 1_000_000L;
      values[i] = milliwatts;
      energies[i] = millijoules == null ? 0 : millijoules.applyAsLong(i);
    }
    return new PollBlock(
        DEVICE,
        sequence,
        LagTrace.SIGNAL,
        PowerUnit.MILLIWATTS,
        times,
        values,
        false,
        millijoules == null ? null : new EnergyColumn("energy", EnergyUnit.MILLIJOULES, energies),
        "");
  }
}
