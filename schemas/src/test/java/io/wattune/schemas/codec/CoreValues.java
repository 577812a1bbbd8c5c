package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Random core values: every field random, within the bounds that the value has. */
public class CoreValues extends DomainContextBase {

  private static final long WIDEST_NANOS = (1L << 31) * 1000;

  /** Text as people write it, and as they should not; no half of a surrogate pair. */
  static Arbitrary<String> text() {
    return Arbitraries.strings()
        .withChars("abz09/-_. \n\"ä漢")
        .withChars('\u0000', '\uD7FF')
        .ofMaxLength(40)
        .map(s -> s.length() % 3 == 0 ? s + "😀" : s);
  }

  @Provide
  Arbitrary<PollBlock> pollBlocks() {
    return seeds().map(r -> pollBlock(r));
  }

  static PollBlock pollBlock(Random random) {
    int polls = random.nextInt(300);
    long base = random.nextLong() / 2 / 1000 * 1000;
    return new PollBlock(
        id(random),
        random.nextLong() >>> 1,
        text(random),
        PowerUnit.values()[random.nextInt(2)],
        times(random, polls, base),
        random.ints(polls).toArray(),
        random.nextBoolean(),
        random.nextBoolean()
            ? new EnergyColumn(
                text(random), EnergyUnit.values()[random.nextInt(2)], random.longs(polls).toArray())
            : null,
        random.nextBoolean() ? text(random) : "");
  }

  @Provide
  Arbitrary<TruePower> truePowers() {
    return seeds()
        .map(
            random -> {
              int samples = random.nextInt(300);
              byte[] qualities = new byte[samples];
              for (int i = 0; i < samples; i++) {
                qualities[i] = (byte) random.nextInt(Quality.values().length);
              }
              return new TruePower(
                  id(random),
                  text(random),
                  random.nextInt() >>> 1,
                  text(random),
                  times(random, samples, random.nextLong() / 2),
                  random.ints(samples).toArray(),
                  random.ints(samples).toArray(),
                  random.ints(samples).toArray(),
                  qualities,
                  random.nextBoolean() ? summary(random) : null,
                  random.nextInt(3));
            });
  }

  @Provide
  Arbitrary<Activity> activities() {
    return seeds()
        .map(
            random -> {
              long start = random.nextLong() / 2;
              Book[] levels = {Book.JOB, Book.PROCESS, Book.KERNEL, Book.REQUEST, Book.SPAN};
              return new Activity(
                  id(random),
                  text(random),
                  levels[random.nextInt(levels.length)],
                  text(random),
                  start,
                  random.nextBoolean() ? Activity.RUNNING : start + 1 + (random.nextLong() >>> 2),
                  random.nextBoolean() ? text(random) : null,
                  Map.of("user", text(random), "x" + text(random), text(random)),
                  random.nextBoolean() ? (Double) random.nextDouble() : null,
                  random.nextBoolean() ? (Double) (1e9 * random.nextDouble()) : null);
            });
  }

  @Provide
  Arbitrary<LedgerEntry> ledgerEntries() {
    return seeds()
        .map(
            random -> {
              long start = random.nextLong() / 2;
              return new LedgerEntry(
                  text(random),
                  random.nextInt() >>> 1,
                  random.nextBoolean(),
                  Book.values()[random.nextInt(Book.values().length)],
                  id(random),
                  text(random),
                  random.nextBoolean() ? text(random) : null,
                  random.nextBoolean() ? text(random) : null,
                  random.nextBoolean() ? text(random) : null,
                  Map.of("job", text(random)),
                  start,
                  start + 1 + (random.nextLong() >>> 2),
                  random.nextLong(),
                  random.nextLong(),
                  random.nextLong() >>> 1,
                  random.nextLong() >>> 1,
                  random.nextDouble(),
                  Quality.values()[random.nextInt(Quality.values().length)],
                  text(random),
                  random.nextBoolean()
                      ? new Attribution(
                          random.nextDouble(),
                          random.nextBoolean() ? (Long) random.nextLong() : null,
                          random.nextBoolean() ? (Long) random.nextLong() : null,
                          random.nextBoolean(),
                          1 + random.nextInt(300))
                      : null,
                  random.nextBoolean()
                      ? new CounterEnergy(
                          random.nextLong(), random.nextLong() >>> 1, random.nextBoolean())
                      : null,
                  random.nextBoolean() ? (Long) random.nextLong() : null,
                  random.nextInt(3));
            });
  }

  @Provide
  Arbitrary<SensorProfile> sensorProfiles() {
    return seeds()
        .map(
            random ->
                new SensorProfile(
                        text(random),
                        id(random),
                        text(random),
                        SensorModel.of(
                            SensorClass.values()[random.nextInt(SensorClass.values().length)],
                            random.nextDouble() + Double.MIN_VALUE,
                            random.nextDouble(),
                            random.nextDouble() + Double.MIN_VALUE,
                            random.nextDouble()),
                        ProfileSource.values()[random.nextInt(ProfileSource.values().length)],
                        random.nextDouble() + Double.MIN_VALUE,
                        random.nextGaussian(),
                        random.nextDouble(),
                        random.nextDouble() + Double.MIN_VALUE,
                        random.nextDouble(),
                        random.nextGaussian() * 100,
                        random.nextDouble(),
                        0,
                        random.nextDouble(),
                        random.nextInt() >>> 1,
                        random.nextLong())
                    .driftedAt(random.nextLong()));
  }

  @Provide
  Arbitrary<RejectedDatum> rejectedData() {
    return seeds()
        .map(
            random -> {
              byte[] original = new byte[random.nextInt(100_000)];
              random.nextBytes(original);
              return RejectedDatum.of(
                  text(random),
                  text(random),
                  text(random),
                  random.nextInt(),
                  random.nextLong(),
                  1 + random.nextInt(1000),
                  original,
                  text(random));
            });
  }

  private static Arbitrary<Random> seeds() {
    return Arbitraries.randomValue(random -> new Random(random.nextLong()));
  }

  /** A device or a node, which no record may name by nothing. */
  static String id(Random random) {
    return "n" + text(random);
  }

  static String text(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(
          random.nextInt(8) == 0 ? "é漢😀\u0000".substring(0, 1) : (char) random.nextInt('~'));
    }
    return text.append(random.nextBoolean() ? "😀" : "").toString();
  }

  private static long[] times(Random random, int count, long base) {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      // The first is the base; the others lie anywhere that the layout can say.
      long offset = i == 0 ? 0 : random.nextInt() * 1000L;
      times[i] = Math.max(-WIDEST_NANOS, Math.min(WIDEST_NANOS - 1000, offset)) + base;
    }
    return times;
  }

  private static TraceSummary summary(Random random) {
    return new TraceSummary(
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1,
        random.nextLong() >>> 1);
  }
}
