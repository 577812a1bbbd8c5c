package io.wattune.core.ledger.integral;

import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.RollUp;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Sensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A sensor that shows 25 ms of each 100 ms, and loads of 50 ms that keep step with it, so that it
 * sees none of them. The board's counter, new every 100 ms, sees all. Before the loads the board is
 * idle for 20 s and works for 20 s.
 */
class CounterChoiceTest {
  private static final double PERIOD = 0.1;
  private static final double LOADS_FROM = 40;
  private static final int LOADS = 300;
  private static final double END = 80;
  private static final Sensor SENSOR = new Sensor(Response.boxcar(0.025), PERIOD, 0.09, 0.3, 0.001);

  private final PowerTrace power = power();

  private static PowerTrace power() {
    PowerTrace trace = PowerTrace.from(80).hold(20).level(400, 20);
    for (int i = 0; i < LOADS; i++) {
      trace.level(500, 0.05).level(80, 0.05);
    }
    return trace.level(80, 20);
  }

  private static SensorProfile profile(double gain, double offset) {
    return new SensorProfile(
        "given",
        Polls.DEVICE,
        Polls.SIGNAL,
        SensorModel.boxcar(0.025, 0.0005),
        ProfileSource.GIVEN,
        PERIOD,
        0,
        0.002,
        gain,
        0,
        offset,
        0,
        0,
        0.3,
        0,
        Long.MIN_VALUE);
  }

  private double counted(double seconds) {
    return power.joules(0, update(seconds));
  }

  private static double update(double seconds) {
    return Math.floor(seconds / PERIOD) * PERIOD;
  }

  private LedgerRun run(DoubleUnaryOperator joules) {
    return run(joules, 1, 0, 97, 600);
  }

  private LedgerRun run(
      DoubleUnaryOperator joules, double gain, double offset, int size, double horizon) {
    return run(joules, gain, offset, size, horizon, LOADS);
  }

  /** A counter of joules, and a sensor that shows {@code (power - offset) / gain}. */
  private LedgerRun run(
      DoubleUnaryOperator joules,
      double gain,
      double offset,
      int size,
      double horizon,
      int activities) {
    Polls polls = SENSOR.poll(power, 0, END, Sensor.every(0.008, 0.012), 5);
    int[] shown = new int[polls.size()];
    long[] values = new long[polls.size()];
    for (int i = 0; i < values.length; i++) {
      shown[i] = (int) Math.round((polls.values()[i] - 1000 * offset) / gain);
      double seconds = (polls.timesNanos()[i] - nanos(0)) * 1e-9;
      values[i] = (long) Math.floor(1000 * joules.applyAsDouble(seconds));
    }
    LedgerRun run = LedgerRun.given(profile(gain, offset), horizon);
    for (int i = 0; i < activities; i++) {
      double from = LOADS_FROM + 0.1 * i;
      run.activity(
          new Activity(
              Polls.DEVICE,
              "k" + i,
              Book.KERNEL,
              "load",
              nanos(from),
              nanos(from + 0.05),
              null,
              Map.of()));
    }
    for (int at = 0; at < values.length; at += size) {
      int to = Math.min(values.length, at + size);
      run.block(
          new PollBlock(
              Polls.DEVICE,
              at,
              Polls.SIGNAL,
              PowerUnit.MILLIWATTS,
              Arrays.copyOfRange(polls.timesNanos(), at, to),
              Arrays.copyOfRange(shown, at, to),
              false,
              new EnergyColumn(
                  "energy", EnergyUnit.MILLIJOULES, Arrays.copyOfRange(values, at, to)),
              ""));
    }
    return run.end();
  }

  private static List<LedgerEntry> loaded(LedgerRun run) {
    return run.book(Book.WINDOW1S).stream()
        .filter(entry -> entry.startNanos() >= nanos(LOADS_FROM + 1))
        .filter(entry -> entry.endNanos() < nanos(LOADS_FROM + 0.1 * LOADS))
        .toList();
  }

  /** A driver that was loaded anew amid the loads: what was counted in that second is lost. */
  @Test
  void aSecondOfWhichTheCounterSaysNothingIsAsUncertainAsTheReadingsAreBesideIt() {
    double anew = LOADS_FROM + 10.5;
    // Nobody names the loads: where activities do, they say what the sensor misses, too.
    LedgerRun run = run(t -> t < anew ? counted(t) : counted(t) - counted(anew), 1, 0, 97, 600, 0);

    List<LedgerEntry> alone =
        loaded(run).stream().filter(second -> second.integralMicrojoules() == null).toList();
    assertThat(alone).isNotEmpty().hasSizeLessThanOrEqualTo(2);
    for (LedgerEntry second : alone) {
      double off = Math.abs(second.energyMicrojoules() * 1e-6 - 290);
      assertThat(off).isGreaterThan(100).isLessThan(2e-6 * second.standardErrorMicrojoules());
    }
  }

  @Test
  void whatTheSensorMissesIsTheCountersWithinTheStatedError() {
    List<LedgerEntry> seconds = loaded(run(this::counted));

    assertThat(seconds).hasSize(28).allMatch(second -> second.integralMicrojoules() != null);
    for (LedgerEntry second : seconds) {
      // 290 W on average; what the sensor sees is 80 W.
      double off = Math.abs(second.energyMicrojoules() * 1e-6 - 290);
      assertThat(off).isLessThan(2 * second.standardErrorMicrojoules() * 1e-6).isLessThan(6);
      assertThat(second.standardErrorMicrojoules() * 1e-6).isLessThan(15);
      assertThat(Objects.requireNonNull(second.integralMicrojoules()) * 1e-6).isLessThan(150);
    }
  }

  @Test
  void loadsAndWhatTheyLeaveAddUpToTheWindows() {
    LedgerRun run = run(this::counted);

    for (long start = 0; start < 60; start += 10) {
      long from = nanos(start);
      long seconds =
          run.book(Book.WINDOW1S).stream()
              .filter(
                  entry -> entry.startNanos() >= from && entry.endNanos() <= from + 10_000_000_000L)
              .mapToLong(LedgerEntry::energyMicrojoules)
              .sum();
      assertThat(seconds)
          .isEqualTo(run.of(Book.WINDOW10S, Long.toString(from)).energyMicrojoules());
    }
    long minutes =
        run.book(Book.WINDOW60S).stream().mapToLong(LedgerEntry::energyMicrojoules).sum();
    long kernels = run.book(Book.KERNEL).stream().mapToLong(LedgerEntry::energyMicrojoules).sum();
    assertThat(kernels).isEqualTo(minutes);
    // 50 ms of each 100: where within a second the surplus lies is not known.
    EnergyTotal sum = RollUp.byName(Book.KERNEL, run.book(Book.KERNEL)).get(0);
    double truth = LOADS * 25;
    assertThat(Math.abs(sum.energyMicrojoules() * 1e-6 - truth))
        .isLessThan(2 * sum.standardErrorMicrojoules() * 1e-6);
  }

  @Test
  void aCounterThatNeverAgreesIsNotTaken() {
    LedgerRun run = run(seconds -> 1.05 * counted(seconds));

    assertThat(run.newest.values()).noneMatch(second -> second.integralMicrojoules() != null);
  }

  @Test
  void aRatioWithinWhatAgreesIsTakenOut() {
    LedgerRun run = run(seconds -> 0.9973 * counted(seconds)); // 15.26 uJ by 15.3 uJ

    double joules =
        loaded(run).stream().mapToDouble(entry -> entry.energyMicrojoules() * 1e-6).sum();
    assertThat(joules).isCloseTo(28 * 290, within(0.002 * 28 * 290));
  }

  @Test
  void aCounterOfWhatTheSensorShowsIsScaledAsTheSensorIs() {
    LedgerRun run =
        run(seconds -> (counted(seconds) - 25 * update(seconds)) / 1.1, 1.1, 25, 97, 600);

    for (LedgerEntry second : loaded(run)) {
      assertThat(second.integralMicrojoules()).isNotNull();
      assertThat(second.energyMicrojoules() * 1e-6).isCloseTo(290, within(6.0));
    }
  }

  @Test
  void aJumpThatNoBoardTakesIsNotTaken() {
    LedgerRun run = run(seconds -> counted(seconds) + (seconds > 50.5 ? 5000 : 0));

    LedgerEntry second = run.of(Book.WINDOW1S, Long.toString(nanos(50)));
    assertThat(second.integralMicrojoules()).isNull();
    assertThat(second.energyMicrojoules() * 1e-6).isLessThan(150);
    assertThat(run.of(Book.WINDOW1S, Long.toString(nanos(52))).integralMicrojoules()).isNotNull();
  }

  @Tag("nightly")
  @Test
  void entriesDoNotDependOnBlocksNorMuchOnTheHorizon() {
    Map<String, LedgerEntry> whole = run(this::counted, 1, 0, 10_000, 600).newest;
    Map<String, LedgerEntry> small = run(this::counted, 1, 0, 7, 600).newest;
    LedgerRun brief = run(this::counted, 1, 0, 97, 4);

    assertThat(small.keySet()).isEqualTo(whole.keySet());
    small.forEach(
        (id, entry) ->
            assertThat(entry.energyMicrojoules())
                .as(id)
                .isEqualTo(whole.get(id).energyMicrojoules()));
    assertThat(loaded(brief)).allMatch(second -> second.integralMicrojoules() != null);
    long seconds =
        brief.book(Book.WINDOW1S).stream().mapToLong(LedgerEntry::energyMicrojoules).sum();
    long minutes =
        brief.book(Book.WINDOW60S).stream().mapToLong(LedgerEntry::energyMicrojoules).sum();
    assertThat(seconds).isEqualTo(minutes);
  }
}
