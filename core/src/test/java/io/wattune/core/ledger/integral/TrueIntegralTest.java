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
import io.wattune.core.simulated.Sensor;
import org.junit.jupiter.api.Test;

/** Closed forms with the constants of Burtscher et al. (2014): C = 0.84 s, 158 W, 52.5 W. */
class TrueIntegralTest {
  private static final double C = 0.84;
  private static final double IDLE = 23.64;
  private static final double BUSY = 158;
  private static final double RUN = 5.346;
  private static final SensorProfile K20 = Profiles.lag(C, 0, 0);

  /**
   * A line between two samples h apart cuts the corner of a step by (slope h / 4) at most: 0.84 s *
   * 160 W/s * 15 ms / 4 at the start, four fifths of that at the end.
   */
  private static final double STEP_JOULES = 0.95;

  @Test
  void energyOfAKernelIsPowerTimesTimeWhateverTheSensorShows() {
    PowerTrace power = PowerTrace.from(IDLE).hold(2).level(BUSY, RUN).level(52.5, 3);
    for (double phase = 0; phase < Sensor.K20_PERIOD; phase += 0.003) {
      Sensor sensor = Sensor.k20(0.02).phase(phase);

      LedgerRun run = LedgerRun.given(K20).take(sensor.poll(power, 0, 10, sensor.inRuns(), 1));
      run.span("nb", 2, 2 + RUN).end();

      assertThat(run.joules("nb")).isCloseTo(844.7, within(STEP_JOULES));
      // Polls show a value for a period: on average half a period late, 134 W * 7.6 ms.
      assertThat(run.rawJoules("nb")).isCloseTo(732 - 1, within(0.2));
      assertThat(run.span("nb").quality()).isEqualTo(Quality.CORRECTED);
      assertThat(run.span("nb").coverage()).isEqualTo(1);
    }
  }

  @Test
  void twiceTheTimeIsTwiceTheEnergy() {
    double once = joulesOf(RUN, false);
    double twice = joulesOf(2 * RUN, false);

    assertThat(twice / once).isCloseTo(2, within(0.002));
    // Raw, the sensor's debt of C (158 - 23.64) W counts but once.
    assertThat(joulesOf(2 * RUN, true) - 2 * joulesOf(RUN, true))
        .isCloseTo(C * (BUSY - IDLE), within(3 * STEP_JOULES));
  }

  @Test
  void twoEqualRunsHaveEqualEnergy() {
    double seconds = 1.336;
    PowerTrace power =
        PowerTrace.from(IDLE).hold(2).level(BUSY, seconds).level(52.5, 1).level(BUSY, seconds);
    power.level(52.5, 3);
    Sensor sensor = Sensor.k20(0.02);

    LedgerRun run = LedgerRun.given(K20).take(sensor.poll(power, 0, 9, sensor.inRuns(), 1));
    run.span("a", 2, 2 + seconds).span("b", 3 + seconds, 3 + 2 * seconds).end();

    assertThat(run.joules("b") / run.joules("a")).isCloseTo(1, within(0.005));
    assertThat(run.rawJoules("b") / run.rawJoules("a")).isCloseTo(1.29, within(0.005));
  }

  @Test
  void aShortKernelGetsItsFullEnergy() {
    PowerTrace power = PowerTrace.from(IDLE).hold(2).level(BUSY, 0.107).level(52.5, 5);
    Sensor sensor = Sensor.k20(0.02);

    LedgerRun run = LedgerRun.given(K20).take(sensor.poll(power, 0, 7, sensor.inRuns(), 1));
    run.span("nb", 2, 2.107).end();

    assertThat(run.joules("nb")).isCloseTo(16.9, within(STEP_JOULES));
    // Polls show a value for a period: on average half a period late, 17 W * 7.5 ms.
    assertThat(run.rawJoules("nb")).isCloseTo(3.41 - 0.13, within(0.06));
  }

  @Test
  void aNeedlessCorrectionMovesEnergyByTheConstantTimesTheStepAndNoMore() {
    Sensor sensor = new Sensor(Response.passThrough(), 0.015, 0.004, 0, 0.001);
    PowerTrace power = PowerTrace.from(50).hold(2).level(130, 5).level(60, 3);
    Polls polls = sensor.poll(power, 0, 10, every(0.001, 0.003), 1);

    LedgerRun plain = LedgerRun.given(Profiles.passThrough(0)).take(polls);
    LedgerRun needless = LedgerRun.given(K20).take(polls);
    plain.span("a", 1, 6).span("b", 1, 9).span("c", 4, 5).end();
    needless.span("a", 1, 6).span("b", 1, 9).span("c", 4, 5).end();

    assertMoved(plain, needless, "a", C * 80);
    assertMoved(plain, needless, "b", C * 10);
    assertMoved(plain, needless, "c", 0);
  }

  @Test
  void windowsOfEachLengthAddUpToTheMicrojoule() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(24);
    for (int i = 0; i < 14; i++) {
      power.level(24 + i, 4.3).level(120 + 3 * i, 5.1);
    }
    Polls polls = sensor.poll(power, 0.37, 130, sensor.inRuns(), 2);

    LedgerRun run = LedgerRun.learning(20).span("all", -5, 200);
    run.take(polls.without(nanos(50.2), nanos(57.9))).end();

    assertThat(run.profiles).isNotEmpty();
    assertThat(run.bookMicrojoules(Book.WINDOW1S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW10S))
        .isEqualTo(run.bookMicrojoules(Book.WINDOW60S))
        .isEqualTo(run.span("all").energyMicrojoules());
    assertThat(run.book(Book.WINDOW1S)).hasSize(130).allMatch(LedgerEntry::isFinal);
  }

  @Test
  void windowsAndKernelsShareTheSameEnergy() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(24).hold(3).level(158, 4).level(52.5, 5);
    LedgerRun run = LedgerRun.given(K20).take(sensor.poll(power, 0, 12, sensor.inRuns(), 2));

    run.span("a", 0, 3.333).span("b", 3.333, 7.1).span("c", 7.1, 20).end();

    long spans =
        run.span("a").energyMicrojoules()
            + run.span("b").energyMicrojoules()
            + run.span("c").energyMicrojoules();
    assertThat(spans).isEqualTo(run.bookMicrojoules(Book.WINDOW1S));
  }

  @Test
  void bridgesAStallOfTheDriverThatLiesInARise() {
    Sensor sensor = Sensor.k20(0.02);
    PowerTrace power = PowerTrace.from(IDLE).hold(2).level(BUSY, RUN).level(52.5, 3);
    Polls polls = sensor.poll(power, 0, 10, sensor.inRuns(), 1).without(nanos(2.4), nanos(2.53));

    LedgerRun run = LedgerRun.given(K20).take(polls).span("nb", 2, 2 + RUN).end();

    // The line across the stall is off by its curvature: 134 W / C^2 * t^3 / 12 = 0.04 J.
    assertThat(run.joules("nb")).isCloseTo(844.7, within(STEP_JOULES + 0.05));
    assertThat(run.span("nb").quality()).isEqualTo(Quality.GAP);
    assertThat(run.span("nb").coverage()).isCloseTo(1 - 0.14 / RUN, within(0.02 / RUN));
  }

  @Test
  void saysNothingAboutALongGapAndKeepsBothSides() {
    Sensor sensor = Sensor.k20(0.02);
    PowerTrace power = PowerTrace.from(50).hold(100).level(150, 100);
    Polls polls = sensor.poll(power, 0, 200, sensor.inRuns(), 1).without(nanos(60), nanos(160));

    LedgerRun run = LedgerRun.given(K20).take(polls);
    run.span("all", 0.1, 199.9).span("left", 0.1, 80).span("right", 120, 199.9).end();

    // 59.9 s at 50 W and 39.9 s at 150 W; half a period is unseen on each side of the gap.
    assertThat(run.joules("all")).isCloseTo(59.9 * 50 + 39.9 * 150, within(4.0));
    assertThat(run.joules("left")).isCloseTo(59.9 * 50, within(1.5));
    assertThat(run.joules("right")).isCloseTo(39.9 * 150, within(3.5));
    assertThat(run.span("all").coverage()).isCloseTo(99.8 / 199.8, within(0.001));
    assertThat(run.span("all").quality()).isEqualTo(Quality.GAP);
    assertThat(run.bookMicrojoules(Book.WINDOW1S)).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
  }

  @Test
  void movesEnergyBackByTheDelayOfTheSensor() {
    for (double delay : new double[] {0.2, -0.05}) {
      Sensor late = new Sensor(Response.passThrough().delayed(delay), 0.015, 0.004, 0.02, 0.001);
      PowerTrace power = PowerTrace.from(50).hold(2).level(150, 3).level(60, 3);
      Polls polls = late.poll(power, 0, 8, every(0.001, 0.003), 1);

      LedgerRun run = LedgerRun.given(Profiles.delayed(0, delay, 0)).take(polls);
      run.span("k", 2, 5).span("flat", 3, 4).end();

      // Two edges, each placed to half a period of 15 ms at 100 W.
      assertThat(run.joules("k")).isCloseTo(450, within(1.6));
      assertThat(run.joules("flat")).isCloseTo(150, within(0.01));
      long all = run.bookMicrojoules(Book.WINDOW1S);
      assertThat(all).isEqualTo(run.bookMicrojoules(Book.WINDOW60S));
      // Readings from second 0 to 8 tell the power from -delay to 8 - delay.
      assertThat(all * 1e-6).isCloseTo(power.joules(-delay, 8 - delay), within(3.5));
    }
  }

  @Test
  void scalesByGainAndOffset() {
    Sensor sensor = new Sensor(Response.passThrough(), 0.015, 0.004, 0, 0.001);
    Polls polls = sensor.poll(PowerTrace.from(100), 0, 10, every(0.001, 0.003), 1);

    LedgerRun run = LedgerRun.given(Profiles.scaled(0, 1.05, 0.01, -2, 0.5)).take(polls);
    run.span("a", 2, 6).end();

    assertThat(run.joules("a")).isCloseTo(4 * (105 - 2), within(1e-5));
    assertThat(run.rawJoules("a")).isCloseTo(400, within(1e-5));
    assertThat(run.span("a").scaleErrorMicrojoules() * 1e-6)
        .isCloseTo(Math.hypot(0.01 * 400, 0.5 * 4), within(1e-5));
  }

  private static double joulesOf(double seconds, boolean raw) {
    PowerTrace power = PowerTrace.from(IDLE).hold(2).level(BUSY, seconds).level(52.5, 3);
    Sensor sensor = Sensor.k20(0.02);
    LedgerRun run =
        LedgerRun.given(K20).take(sensor.poll(power, 0, power.seconds(), sensor.inRuns(), 1));
    run.span("nb", 2, 2 + seconds).end();
    return raw ? run.rawJoules("nb") : run.joules("nb");
  }

  private static void assertMoved(LedgerRun plain, LedgerRun needless, String id, double joules) {
    // Two roundings to a microjoule on each side.
    assertThat(needless.joules(id) - plain.joules(id)).isCloseTo(joules, within(3e-6));
    assertThat(needless.rawJoules(id)).isEqualTo(plain.rawJoules(id));
  }
}
