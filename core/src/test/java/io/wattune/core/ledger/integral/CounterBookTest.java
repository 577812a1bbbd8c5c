package io.wattune.core.ledger.integral;

import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A card that takes 100 and 300 W in turns, a sensor that shows them as they are every 10 ms, and a
 * counter that is brought up to date every 20 ms.
 */
class CounterBookTest {
  private static final double PERIOD = 0.02;
  private static final int SECONDS = 130;

  private final PowerTrace power = square();

  @Test
  void countsWhatTheIntegralCountsWithinItsError() {
    List<LedgerEntry> seconds = run(this::joules, EnergyUnit.MILLIJOULES).book(Book.WINDOW1S);

    for (LedgerEntry second : seconds.subList(1, seconds.size() - 1)) {
      CounterEnergy counter = Objects.requireNonNull(second.counter(), second.entryId());
      assertThat(counter.disagrees()).as(second.entryId()).isFalse();
      double off = counter.microjoules() - second.energyMicrojoules();
      // 20 ms of up to 300 W at each end: 1.7 J each, and the sensor's own 10 ms at a step.
      assertThat(Math.abs(off)).isLessThan(3.5 * counter.errorMicrojoules());
      assertThat(counter.errorMicrojoules()).isBetween(500_000L, 2_700_000L);
    }
    LedgerRun run = run(this::joules, EnergyUnit.MICROJOULES);
    CounterEnergy minute =
        Objects.requireNonNull(run.of(Book.WINDOW60S, Long.toString(nanos(60))).counter());
    assertThat(minute.microjoules() * 1e-6).isCloseTo(12_000, within(6.0));
  }

  @Test
  void aWrapIsUndone() {
    // 2^32 uJ are 4295 J: one every 21 s.
    LedgerRun run = run(s -> joules(s) % 4294.967296, EnergyUnit.MICROJOULES);

    assertThat(run.state.counter.wraps).isEqualTo((long) (joules(SECONDS) / 4294.967296));
    assertThat(run.state.counter.rangeMicrojoules).isEqualTo(4_294_967_296L);
    assertThat(run.state.counter.stepsBack).isZero();
    assertAllThere(run, 0);
  }

  @Test
  void aWrapOfAnAccumulatorOf32BitsOf15Point3MicrojoulesIsUndone() {
    double range = 4_294_967_296.0 * 15.3e-6;
    LedgerRun run = run(s -> (range - 5000 + joules(s)) % range, EnergyUnit.MICROJOULES);

    assertThat(run.state.counter.wraps).isEqualTo(1);
    assertAllThere(run, 0);
  }

  @Test
  void aStepBackOrAResetIsNoWrapAndItsSecondSaysNothing() {
    LedgerRun back = run(s -> s < 80.3 ? joules(s) : joules(s) - 1000, EnergyUnit.MILLIJOULES);
    LedgerRun reset =
        run(s -> s < 80.3 ? 50_000 + joules(s) : joules(s) - joules(80.3), EnergyUnit.MILLIJOULES);

    for (LedgerRun run : List.of(back, reset)) {
      assertThat(run.state.counter.stepsBack).isEqualTo(1);
      assertThat(run.state.counter.wraps).isZero();
      assertThat(second(run, 80).counter()).isNull();
      assertAllThere(run, 1);
      assertThat(run.of(Book.WINDOW60S, Long.toString(nanos(60))).counter()).isNull();
    }
  }

  @Test
  void aFrozenCounterSaysNothingNeverZero() {
    LedgerRun run =
        run(
            s -> joules(Math.min(s, 40.3)) + joules(Math.max(s, 60.7)) - joules(60.7),
            EnergyUnit.MILLIJOULES);

    assertThat(run.state.counter.freezes).isEqualTo(1);
    for (int s = 40; s <= 60; s++) {
      assertThat(second(run, s).counter()).as("%d", s).isNull();
    }
    assertAllThere(run, 21);
  }

  @Test
  void aCounterThatStandsStillWithADeviceThatTakesNothingIsNotFrozen() {
    var polls = new Polls.Builder();
    long[] values = new long[2000];
    for (int i = 0; i < values.length; i++) {
      polls.add(nanos(0.01 * i), 0);
    }
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0));
    feed(run, polls.build(), values, EnergyUnit.MILLIJOULES);

    assertThat(run.state.counter.freezes).isZero();
    assertThat(Objects.requireNonNull(second(run, 10).counter()).microjoules()).isZero();
  }

  @Test
  void missingReadingsMakeItUnknownAndTheRestGoesOn() {
    LedgerRun run = run(s -> s > 80.3 && s < 85.7 ? Double.NaN : joules(s), EnergyUnit.MILLIJOULES);

    for (int s = 80; s <= 85; s++) {
      assertThat(second(run, s).counter()).as("%d", s).isNull();
    }
    assertAllThere(run, 6);
    CounterEnergy minute =
        Objects.requireNonNull(run.of(Book.WINDOW60S, Long.toString(nanos(60))).counter());
    assertThat(minute.disagrees()).isFalse();
  }

  @Test
  void aWrongUnitIsSaidAndSoIsAWrongResolutionWhereTheGainIsKnown() {
    LedgerRun kilo = run(s -> joules(s) / 1000, EnergyUnit.MICROJOULES);
    assertThat(disagreeing(kilo, Book.WINDOW60S)).isEqualTo(1);
    assertThat(disagreeing(kilo, Book.WINDOW1S)).isGreaterThan(100);

    // 15.3 uJ for 2^-16 J: 0.27 % of 12 kJ a minute are 32 J, and the ends leave 2.5 J.
    DoubleUnaryOperator rounded = s -> joules(s) * 15.3e-6 * 65_536;
    assertThat(disagreeing(run(rounded, EnergyUnit.MICROJOULES), Book.WINDOW60S)).isEqualTo(1);
    LedgerRun unsure =
        run(rounded, EnergyUnit.MICROJOULES, LedgerRun.given(Profiles.scaled(0, 1, 0.01, 0, 0)));
    assertThat(disagreeing(unsure, Book.WINDOW60S)).isZero();
  }

  @Test
  void aDeviceWithoutACounterHasNone() {
    LedgerRun run = LedgerRun.given(Profiles.passThrough(0)).take(polls()).end();

    assertThat(run.newest.values()).allMatch(entry -> entry.counter() == null);
  }

  @Test
  void whatIsKeptIsAsLongAsTheHorizon() {
    LedgerRun run =
        run(this::joules, EnergyUnit.MILLIJOULES, LedgerRun.given(Profiles.passThrough(0), 5));

    // Horizon, minute and reach of the integral, and a quarter more before it is thrown away.
    assertThat(run.state.counter.seconds).isLessThan(150);
    assertAllThere(run, 0);
  }

  private static void assertAllThere(LedgerRun run, int butSeconds) {
    List<LedgerEntry> seconds = run.book(Book.WINDOW1S);
    List<LedgerEntry> inner = seconds.subList(1, seconds.size() - 1);
    assertThat(inner.stream().filter(entry -> entry.counter() == null).count())
        .isEqualTo(butSeconds);
    assertThat(inner).allMatch(entry -> entry.counter() == null || !entry.counter().disagrees());
  }

  private static long disagreeing(LedgerRun run, Book book) {
    return run.book(book).stream()
        .map(LedgerEntry::counter)
        .filter(counter -> counter != null && counter.disagrees())
        .count();
  }

  private static LedgerEntry second(LedgerRun run, int second) {
    return run.of(Book.WINDOW1S, Long.toString(nanos(second)));
  }

  private static PowerTrace square() {
    PowerTrace trace = PowerTrace.from(100);
    for (int i = 0; i < SECONDS; i++) {
      trace.level(300, 0.5).level(100, 0.5);
    }
    return trace;
  }

  /** What the counter has counted at its newest update. */
  private double joules(double seconds) {
    double update = Math.floor(seconds / PERIOD + 1e-9) * PERIOD;
    double rest = update - Math.floor(update);
    return Math.floor(update) * 200 + 300 * Math.min(rest, 0.5) + 100 * Math.max(0, rest - 0.5);
  }

  private Polls polls() {
    var polls = new Polls.Builder();
    for (int i = 1; i < SECONDS * 100; i++) {
      // A little noise: a sensor that shows the same for long is taken to have no newer value.
      int noise = i * 37 % 11 - 5;
      polls.add(nanos(0.01 * i), (int) (1000 * power.wattsAt(0.01 * i + 1e-6)) + noise);
    }
    return polls.build();
  }

  private LedgerRun run(DoubleUnaryOperator joules, EnergyUnit unit) {
    return run(joules, unit, LedgerRun.given(Profiles.passThrough(0)));
  }

  private LedgerRun run(DoubleUnaryOperator joules, EnergyUnit unit, LedgerRun run) {
    Polls polls = polls();
    long[] values = new long[polls.size()];
    for (int i = 0; i < values.length; i++) {
      double counted = joules.applyAsDouble((polls.timesNanos()[i] - nanos(0)) * 1e-9);
      values[i] =
          Double.isNaN(counted)
              ? EnergyColumn.MISSING
              : (long) Math.floor(counted * 1e6 / unit.microjoules());
    }
    return feed(run, polls, values, unit);
  }

  private static LedgerRun feed(LedgerRun run, Polls polls, long[] values, EnergyUnit unit) {
    int size = 97;
    for (int at = 0; at < values.length; at += size) {
      int to = Math.min(values.length, at + size);
      run.block(block(polls.range(at, to), Arrays.copyOfRange(values, at, to), unit, at));
    }
    return run.end();
  }

  private static PollBlock block(Polls polls, long[] values, EnergyUnit unit, long sequence) {
    return new PollBlock(
        Polls.DEVICE,
        sequence,
        Polls.SIGNAL,
        PowerUnit.MILLIWATTS,
        polls.timesNanos(),
        polls.values(),
        false,
        new EnergyColumn("energy", unit, values),
        "");
  }
}
