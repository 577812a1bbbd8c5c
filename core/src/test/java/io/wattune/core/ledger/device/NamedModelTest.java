package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block that names its device's model: what was published of it is assumed, never more. */
class NamedModelTest {
  private static final String K20 = "Tesla K20m";
  private static final String NOBODY = "Radeon HD 7970";
  private static final Sensor SENSOR = Sensor.k20(0.02);

  /** Restless power, of which nothing can be learned, then steps, of which a lag can. */
  private static PowerTrace power(double restlessSeconds, int steps) {
    Random random = Seeds.random(11);
    PowerTrace power = PowerTrace.from(50);
    while (power.seconds() < restlessSeconds) {
      power.level(50 + 150 * random.nextDouble(), 0.3 + 0.9 * random.nextDouble());
    }
    power.level(50, 6);
    for (int i = 0; i < steps; i++) {
      power.level(200, 6).level(50, 6);
    }
    return power;
  }

  private static Polls polls(PowerTrace power) {
    return SENSOR.poll(power, 0, power.seconds(), Sensor.every(0.004, 0.006), 1);
  }

  /** Feeds polls in blocks of 200; the block that begins with one of them names a model. */
  private static LedgerRun feed(LedgerRun run, Polls polls, int namedAt, String model) {
    return run.take(new RandomTrace(polls, List.of(), model, namedAt, new long[0]), 200);
  }

  private record Errors(double rmsWatts, double covered, int samples) {}

  /** How far the first revision of true power is from the truth, up to a time. */
  private static Errors errors(LedgerRun run, PowerTrace power, double untilSeconds) {
    double squares = 0;
    int covered = 0;
    int samples = 0;
    for (TruePower block : run.power) {
      for (int i = 0; i < block.samples(); i++) {
        double seconds = (block.timesNanos()[i] - Sensor.EPOCH_NANOS) * 1e-9;
        if (block.revision() == 0
            && seconds < untilSeconds
            && block.trueMilliwatts()[i] != TruePower.NONE) {
          double error = block.trueMilliwatts()[i] * 1e-3 - power.wattsAt(seconds);
          squares += error * error;
          covered += Math.abs(error) <= 2e-3 * block.errorMilliwatts()[i] ? 1 : 0;
          samples++;
        }
      }
    }
    return new Errors(Math.sqrt(squares / samples), (double) covered / samples, samples);
  }

  @Test
  void untilItsFirstStepIsLearnedTheErrorOfAKnownModelIsSmallerAndCovered() {
    PowerTrace power = power(12, 0);
    LedgerRun known = feed(LedgerRun.learning(), polls(power), 0, K20);
    LedgerRun unknown = feed(LedgerRun.learning(), polls(power), 0, "");

    assertThat(unknown.profiles).as("nothing is learned").isEmpty();
    Errors with = errors(known, power, 12);
    Errors without = errors(unknown, power, 12);
    assertThat(with.samples()).isGreaterThan(700);
    // Measured 4.4 W and 41.8 W, 98.9 % and 98.0 % covered: steps between two samples remain.
    assertThat(with.rmsWatts())
        .as("with %s, without %s", with, without)
        .isLessThan(without.rmsWatts() / 4);
    assertThat(with.covered()).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void allThatComesOfAPriorIsEstimated() {
    LedgerRun run = feed(LedgerRun.learning(), polls(power(12, 0)), 0, K20).end();

    assertThat(run.power).allSatisfy(block -> assertEstimated(block));
    assertThat(run.book(Book.WINDOW1S))
        .allSatisfy(entry -> assertThat(entry.quality()).isIn(Quality.ESTIMATED, Quality.GAP));
    SensorProfile prior = run.profiles.get(0);
    assertThat(run.profiles).hasSize(1);
    assertThat(prior.source()).isEqualTo(ProfileSource.PRIOR);
    assertThat(prior.timeConstantSeconds()).isCloseTo(0.84, within(1e-12));
    assertThat(prior.validFromNanos()).isEqualTo(polls(power(12, 0)).timesNanos()[0]);
  }

  private static void assertEstimated(TruePower block) {
    for (byte quality : block.qualities()) {
      assertThat(Quality.ofCode(quality)).isIn(Quality.ESTIMATED, Quality.GAP);
    }
  }

  /** To the bit: what is learned holds for the edge that taught it, whatever was assumed. */
  @Test
  void whatIsLearnedIsWhatIsLearnedWithoutAModel() {
    Polls polls = polls(power(0, 4));
    LedgerRun with = feed(LedgerRun.learning(), polls, 0, K20).end();
    LedgerRun without = feed(LedgerRun.learning(), polls, 0, "").end();

    assertThat(without.profiles.get(0).sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
    assertThat(with.profiles.subList(1, with.profiles.size())).isEqualTo(without.profiles);
    assertThat(with.newest).isEqualTo(without.newest);
    assertThat(with.newestPower()).isEqualTo(without.newestPower());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", NOBODY})
  void aModelOfWhichNothingWasPublishedChangesNothing(String model) {
    Polls polls = polls(power(5, 2));
    LedgerRun reference = LedgerRun.learning().take(polls).end();

    assertSame(feed(LedgerRun.learning(), polls, 0, model).end(), reference);
    assertSame(feed(LedgerRun.learning(), polls, 700, model).end(), reference);
  }

  @Test
  void whatWasLearnedOrGivenStays() {
    Polls polls = polls(power(0, 3));
    LedgerRun learned = LedgerRun.learning().take(polls);
    SensorProfile profile = learned.state.newestProfile();
    assertThat(profile.source()).isEqualTo(ProfileSource.LEARNED);

    assertSame(
        feed(LedgerRun.learning(), polls, 4600, "Tesla K40m").end(),
        feed(LedgerRun.learning(), polls, 4600, "").end());
    SensorProfile given = profile.givenTo(Polls.DEVICE, Polls.SIGNAL);
    assertSame(
        feed(LedgerRun.given(given), polls, 0, "Tesla K40m").end(),
        feed(LedgerRun.given(given), polls, 0, "").end());
    var asRead = new LedgerSettings(600_000_000_000L, ProfileChoice.NONE);
    assertSame(
        feed(new LedgerRun(asRead), polls, 0, K20).end(),
        feed(new LedgerRun(asRead), polls, 0, "").end());
  }

  @Test
  void aSecondNameChangesNothing() {
    Polls polls = polls(power(6, 0));
    LedgerRun run = LedgerRun.learning();
    run.block(polls.range(0, 200).block(0, false).named(K20));
    run.block(polls.range(200, 400).block(1, false).named("NVIDIA H100 PCIe"));
    run.block(polls.range(400, 600).block(0, false).named(K20)); // its producer has begun again

    assertThat(run.profiles).hasSize(1);
    assertThat(run.state.profiles).hasSize(1);
  }

  /** Readings that came before stand as they are; energy goes on without a jump. */
  @Test
  void aNameThatComesLateHoldsForLaterDataOnly() {
    PowerTrace power = power(24, 0);
    Polls polls = polls(power);
    int namedAt = polls.size() / 2;
    LedgerRun late = feed(LedgerRun.learning(), polls, namedAt, K20).end();
    LedgerRun never = feed(LedgerRun.learning(), polls, namedAt, "").end();

    SensorProfile prior = late.profiles.get(0);
    long from = prior.validFromNanos();
    assertThat(from).isLessThan(polls.timesNanos()[namedAt]);
    assertThat(from).isGreaterThan(polls.timesNanos()[namedAt] - 20_000_000L);
    List<LedgerEntry> windows = late.book(Book.WINDOW1S);
    List<LedgerEntry> others = never.book(Book.WINDOW1S);
    int changed = 0;
    for (int i = 0; i < windows.size(); i++) {
      boolean isBefore = windows.get(i).endNanos() <= from;
      boolean isSame = windows.get(i).energyMicrojoules() == others.get(i).energyMicrojoules();
      assertThat(isSame || !isBefore).as("window %s", i).isTrue();
      changed += isSame ? 0 : 1;
    }
    assertThat(changed).isGreaterThan(10);
    // By the identity the whole differs by C (y2 - y1) between the name and the end.
    double end = polls.values()[polls.size() - 1] * 1e-3;
    double start = polls.values()[namedAt - 1] * 1e-3;
    double difference =
        (late.bookMicrojoules(Book.WINDOW1S) - never.bookMicrojoules(Book.WINDOW1S)) * 1e-6;
    // A sample may be a poll older than the name, and each of some windows is rounded.
    assertThat(difference).isCloseTo(0.84 * (end - start), within(0.84 * 3));
    assertThat(errors(late, power, 24).rmsWatts()).isLessThan(errors(never, power, 24).rmsWatts());
  }

  private static void assertSame(LedgerRun run, LedgerRun reference) {
    assertThat(run.all).isEqualTo(reference.all);
    assertThat(run.profiles).isEqualTo(reference.profiles);
    assertThat(run.newestPower()).isEqualTo(reference.newestPower());
  }
}
