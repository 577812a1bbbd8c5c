package io.wattune.core.ledger.integral;

import static io.wattune.core.simulated.Sensor.every;
import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed forms of sensors that average a window, in milliseconds of window and update period. */
class BoxcarIntegralTest {
  private static final double NOISE = 0.02;

  /** Power is quiet before, so that F is known from the left, and after: from the right. */
  @ParameterizedTest
  @CsvSource({"100, 100", "105, 100", "250, 100", "500, 100", "1000, 100"})
  void energyOfAnActivityWithQuietAroundItIsExact(double window, double period) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = Seeds.random(seed);
      PowerTrace power = PowerTrace.from(60).hold(3 + random.nextDouble());
      double from = power.seconds();
      for (int i = 0; i < 10; i++) {
        power.level(100 + 200 * random.nextDouble(), 0.02 + 0.3 * random.nextDouble());
      }
      double to = power.seconds();
      power.level(75, 5);

      LedgerRun run = run(window, period, power, seed);
      double quiet = 1.1 * window * 1e-3 + 0.3;
      run.span("a", from - quiet, to + quiet).end();

      double truth = power.joules(from - quiet, to + quiet);
      // Some 20 samples, each placed to 0.5 ms, at steps of some 80 W: 0.2 J. Where windows are not
      // whole periods, readings at their bounds are drawn from the samples about them.
      assertThat(run.joules("a")).isCloseTo(truth, within(window % period == 0 ? 0.75 : 2.5));
      assertThat(run.span("a").coverage()).isEqualTo(1);
      assertThat(run.span("a").quality()).isEqualTo(Quality.CORRECTED);
    }
  }

  /** A step between two samples is placed where it was. */
  @ParameterizedTest
  @CsvSource({"100, 100", "250, 100", "500, 100", "1000, 100"})
  void aKernelBetweenSteadyLevelsGetsItsEnergyWhereverItsEdgesLie(double window, double period) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = Seeds.random(seed);
      double length = 2.4 * window * 1e-3 + random.nextDouble();
      PowerTrace power = PowerTrace.from(60).hold(3 + random.nextDouble());
      double from = power.seconds();
      power.level(300, length).level(90, 5);

      LedgerRun run = run(window, period, power, seed).span("a", from, from + length).end();

      // Two edges, each placed to some ms at 240 W and 210 W. As it is read: W/2 of each step
      // short.
      assertThat(run.joules("a")).isCloseTo(300 * length, within(window % period == 0 ? 1.5 : 3));
      if (window >= 500) {
        double late = 0.5e-3 * (window + period) * (240 - 210);
        assertThat(run.rawJoules("a")).isLessThan(300 * length - 0.5 * late);
      }
    }
  }

  @Test
  void aRampIsExactOnceItHasLastedForLong() {
    PowerTrace power = PowerTrace.from(50).hold(3).ramp(350, 10).hold(5);

    LedgerRun run = run(1000, 100, power, 1);
    for (int i = 0; i < 30; i++) {
      run.span("a" + i, 6 + 0.137 * i, 6 + 0.137 * (i + 1));
    }
    run.end();

    for (int i = 0; i < 30; i++) {
      double truth = power.joules(6 + 0.137 * i, 6 + 0.137 * (i + 1));
      // 30 W/s: lines meet within 3/8 of 3 W * 0.1 s, at both ends. As it is read: 15 W * 0.137 s.
      assertThat(run.joules("a" + i)).as("a%d", i).isCloseTo(truth, within(0.23));
      assertThat(run.rawJoules("a" + i)).isLessThan(truth - 1.5);
    }
  }

  /** The slope of F is power: not negative, and near the truth between quiet stretches. */
  @Test
  void energyDoesNotGoBackwardsInTheMiddleOfEdges() {
    PowerTrace power = PowerTrace.from(60).hold(4).level(300, 1.4).level(90, 0.7).level(250, 3);
    power.level(60, 4);

    LedgerRun run = run(1000, 100, power, 3);
    for (int i = 0; i < 400; i++) {
      run.span("a" + i, 3 + 0.02 * i, 3 + 0.02 * (i + 1));
    }
    run.end();

    double worst = 0;
    for (int i = 0; i < 400; i++) {
      LedgerEntry entry = run.span("a" + i);
      assertThat(entry.energyMicrojoules()).as("a%d", i).isPositive();
      double truth = power.joules(3 + 0.02 * i, 3 + 0.02 * (i + 1));
      double off = Math.abs(run.joules("a" + i) - truth);
      assertThat(off).as("a%d", i).isLessThan(2 * run.errorJoules("a" + i) + 0.02);
      worst = Math.max(worst, off);
    }
    // A fifth of an update period at the highest step.
    assertThat(worst).isLessThan(0.02 * 240);
  }

  /** What repeats itself with the window's period does not show: total right, parts unknown. */
  @Test
  void aSquareWaveOfTheWindowsPeriodKeepsItsTotal() {
    PowerTrace power = PowerTrace.from(60).hold(3);
    for (int i = 0; i < 40; i++) {
      power.level(300, 0.05).level(100, 0.05);
    }
    power.level(60, 3);

    LedgerRun run = run(100, 100, power, 5).span("all", 2.5, 7.5).end();

    assertThat(run.joules("all")).isCloseTo(power.joules(2.5, 7.5), within(0.1));
  }

  @Test
  void aWindowThatCoversAQuarterOfTheTimeSaysSo() {
    PowerTrace steady = PowerTrace.from(200).hold(20);
    LedgerRun quarter = run(25, 100, steady, 1).span("a", 5, 15).end();
    LedgerRun whole = run(100, 100, steady, 1).span("a", 5, 15).end();

    assertThat(quarter.joules("a")).isCloseTo(2000, within(0.02));
    assertThat(quarter.span("a").coverage()).isCloseTo(0.25, within(1e-9));
    assertThat(whole.span("a").coverage()).isEqualTo(1);
    // 100 periods of which 75 ms may be off by a tenth of the power: 1.5 J each, 15 J in all.
    assertThat(quarter.errorJoules("a")).isCloseTo(15, within(0.1));
    assertThat(whole.errorJoules("a")).isLessThan(1.5);
  }

  @Test
  void aWindowSeesLessOfTheTimeWhereItIsPolledSeldom() {
    PowerTrace steady = PowerTrace.from(200).hold(40);
    Sensor sensor = new Sensor(Response.boxcar(0.1), 0.1, 0.03, 0.2, 0.01);
    LedgerRun run = LedgerRun.given(Profiles.boxcar(0.1, 0, 0.1, 0, 0.2));

    run.take(sensor.poll(steady, 0, 40, every(0.99, 1.01), 1)).span("a", 5, 35).end();

    assertThat(run.span("a").coverage()).isCloseTo(0.1, within(0.01));
    assertThat(run.joules("a")).isCloseTo(6000, within(6.0));
    assertThat(run.errorJoules("a")).isGreaterThan(0.1 * 0.9 * 200 * Math.sqrt(29));
  }

  @ParameterizedTest
  @CsvSource({"10, 20", "25, 100", "100, 100", "1000, 100"})
  void windowsOfEachLengthAddUpToTheMicrojoule(double window, double period) {
    PowerTrace power = PowerTrace.from(24);
    Random random = Seeds.random(8);
    while (power.seconds() < 130) {
      power.level(60 + 240 * random.nextDouble(), 0.05 + 2 * random.nextDouble());
    }
    Polls polls = polls(window, period, power, 0.37, 4);
    Polls broken = polls.without(nanos(20.2), nanos(21.9)).without(nanos(50.2), nanos(77.9));
    for (double horizon : new double[] {1, 20}) {
      LedgerRun run = LedgerRun.given(profile(window, period), horizon).span("all", -5, 200);

      run.take(broken).end();

      assertThat(run.bookMicrojoules(Book.WINDOW1S))
          .isEqualTo(run.bookMicrojoules(Book.WINDOW10S))
          .isEqualTo(run.bookMicrojoules(Book.WINDOW60S))
          .isEqualTo(run.span("all").energyMicrojoules());
      assertThat(run.span("all").quality()).isEqualTo(Quality.GAP);
      double seen = run.span("all").energyMicrojoules() * 1e-6;
      double truth =
          power.joules(0.37, 20.2) + power.joules(21.9, 50.2) + power.joules(77.9, power.seconds());
      double bridged = horizon == 1 ? 0 : power.joules(20.2, 21.9);
      assertThat(seen).isCloseTo(truth + bridged, within(300.0));
    }
  }

  /** Books that begin with the first sample, and those that begin before it, are the same. */
  @Test
  void nothingIsGainedAtTheFirstSample() {
    PowerTrace power = PowerTrace.from(60);
    Random random = Seeds.random(8);
    while (power.seconds() < 12) {
      power.level(60 + 240 * random.nextDouble(), 0.05 + 2 * random.nextDouble());
    }
    Polls polls = polls(1000, 100, power, 0.37, 4);

    LedgerRun run = LedgerRun.given(profile(1000, 100)).take(polls);
    run.span("before", 0, 5).span("from", 0.37, 5).end();

    assertThat(run.span("before").energyMicrojoules())
        .isEqualTo(run.span("from").energyMicrojoules());
  }

  @Test
  void blocksOfAnySizeGiveTheSame() {
    PowerTrace power = PowerTrace.from(24);
    Random random = Seeds.random(9);
    while (power.seconds() < 60) {
      power.level(60 + 240 * random.nextDouble(), 0.05 + 2 * random.nextDouble());
    }
    Polls polls = polls(1000, 100, power, 0, 4).without(nanos(20.2), nanos(24.9));
    LedgerRun reference = LedgerRun.given(profile(1000, 100), 15).span("x", 5, 31.7);
    reference.take(polls, 200).end();

    for (int size : new int[] {1, 7, 100_000}) {
      LedgerRun run = LedgerRun.given(profile(1000, 100), 15).span("x", 5, 31.7);
      run.take(polls, size).end();
      assertThat(run.newest).isEqualTo(reference.newest);
    }
  }

  /** A window's first report waits for the windows after its end that tell of it. */
  @Test
  void whatIsReportedFirstIsWhatStays() {
    PowerTrace power = PowerTrace.from(60).hold(4.3).level(300, 3.1).level(90, 20);
    LedgerRun run = run(1000, 100, power, 3).end();

    for (LedgerEntry entry : run.all) {
      if (!entry.isFinal()) {
        LedgerEntry last = run.newest.get(entry.entryId());
        double off = (entry.energyMicrojoules() - last.energyMicrojoules()) * 1e-6;
        assertThat(Math.abs(off)).isLessThan(2 * last.standardErrorMicrojoules() * 1e-6);
      }
    }
    assertThat(run.all).anyMatch(entry -> !entry.isFinal());
  }

  private static SensorProfile profile(double window, double period) {
    return Profiles.boxcar(window * 1e-3, 0, period * 1e-3, 0, NOISE);
  }

  private static Polls polls(
      double window, double period, PowerTrace power, double from, long seed) {
    double phase = Seeds.random(seed).nextDouble() * period * 1e-3;
    Sensor sensor = new Sensor(Response.boxcar(window * 1e-3), period * 1e-3, phase, NOISE, 0.001);
    return sensor.poll(power, from, power.seconds(), every(0.0005, 0.0015), seed);
  }

  private static LedgerRun run(double window, double period, PowerTrace power, long seed) {
    return LedgerRun.given(profile(window, period)).take(polls(window, period, power, 0, seed));
  }
}
