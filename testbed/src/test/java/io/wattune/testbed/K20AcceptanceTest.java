package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The simulated K20c shows what Burtscher et al. 2014 saw on a real one (section 4). Each number is
 * checked twice: as the exact integral of an ideal sensor, and as the trapezoid over the polls of a
 * tight loop, in which quantisation, noise and the comb of 15 ms take their part.
 */
final class K20AcceptanceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double C = 0.84;
  private static final double LOAD = 158;
  private static final double IDLE = 23.64;
  private static final double ACTIVE_IDLE = 52.5;
  private static final long RUN_NANOS = 5_346_000_000L;

  /** 350,000 bodies instead of 700,000, and n-body work grows with the square. */
  private static final long QUARTER_RUN_NANOS = RUN_NANOS / 4;

  @Test
  void theLongKernelReads732JoulesWhereItTook845() {
    var oneRun = new Recording(new KernelRun("nbody", 3 * SECOND, RUN_NANOS, LOAD));
    double seconds = 5.346;
    double closedForm = LOAD * seconds - C * (LOAD - IDLE) * (1 - Math.exp(-seconds / C));

    assertThat(oneRun.trueJoules(0)).isCloseTo(844.7, within(0.05));
    assertThat(oneRun.laggedJoules(0)).isCloseTo(closedForm, within(1e-6));
    assertThat(oneRun.laggedJoules(0)).isCloseTo(732, withPercentage(0.5));
    assertThat(oneRun.polledJoules(0)).isCloseTo(732, withPercentage(0.5));
  }

  @Test
  void aRunTwiceAsLongReadsMoreThanTwiceAsMuch() {
    var once = new Recording(new KernelRun("nbody", 3 * SECOND, RUN_NANOS, LOAD));
    var twice = new Recording(new KernelRun("nbody", 3 * SECOND, 2 * RUN_NANOS, LOAD));

    assertThat(twice.trueJoules(0)).isCloseTo(2 * once.trueJoules(0), within(1e-6));
    assertThat(twice.laggedJoules(0)).isCloseTo(1576.5, within(0.5));
    assertThat(twice.polledJoules(0)).isCloseTo(1576.5, withPercentage(0.5));
    // The excess over the double is C (Pinf - P0), up to exp(-T / C) = 0.2 % of it.
    assertThat(twice.laggedJoules(0) - 2 * once.laggedJoules(0))
        .isCloseTo(C * (LOAD - IDLE), withPercentage(0.4));
  }

  @Test
  void theSecondOfTwoEqualRunsReads29PercentMore() {
    var pair =
        new Recording(
            new KernelRun("a", 3 * SECOND, QUARTER_RUN_NANOS, LOAD),
            new KernelRun("b", 4 * SECOND + QUARTER_RUN_NANOS, QUARTER_RUN_NANOS, LOAD));

    assertThat(pair.trueJoules(1)).isCloseTo(pair.trueJoules(0), within(1e-6));
    assertThat(pair.laggedJoules(1) / pair.laggedJoules(0)).isCloseTo(1.290, within(0.001));
    // One comb step of 15 ms at each end is 1 % of a run of 1.34 s.
    assertThat(pair.polledJoules(1) / pair.polledJoules(0)).isCloseTo(1.290, within(0.02));
  }

  @Test
  void theShortKernelIsOverBeforeTheSensorHasNoticed() {
    var brief = new Recording(new KernelRun("nbody-95k", 3 * SECOND, 107_000_000L, LOAD));

    assertThat(brief.trueJoules(0)).isCloseTo(16.9, within(0.01));
    assertThat(brief.laggedJoules(0)).isCloseTo(3.41, within(0.01));
    // What is read is on average half an update (7.5 of 107 ms) late, and 15 ms at most.
    assertThat(brief.polledJoules(0)).isCloseTo(3.41, within(0.3));
  }

  @Test
  void theTailIsActiveIdleAndThenStepsOf130JoulesInAll() {
    var oneRun = new Recording(new KernelRun("nbody", 3 * SECOND, RUN_NANOS, LOAD));
    long end = 3 * SECOND + RUN_NANOS;
    long firstStep = end + 3_500_000_000L;

    assertThat(oneRun.curve.powerWatts(end)).isEqualTo(ACTIVE_IDLE);
    assertThat(oneRun.curve.powerWatts(firstStep - 1)).isEqualTo(ACTIVE_IDLE);
    assertThat(oneRun.curve.energyJoules(firstStep, firstStep + 3 * SECOND))
        .isCloseTo(130, within(1e-6));
    assertThat(oneRun.curve.powerWatts(firstStep + 3 * SECOND)).isEqualTo(IDLE);
  }

  @Test
  void aShortKernelsReadingsRiseAfterItsEnd() {
    var brief = new Recording(new KernelRun("nbody-95k", 3 * SECOND, 107_000_000L, LOAD));

    double atEnd = brief.sensor.milliwatts(3 * SECOND + 107_000_000L) * 1e-3;
    double later = brief.sensor.milliwatts(6 * SECOND) * 1e-3;

    assertThat(atEnd).isLessThan(ACTIVE_IDLE - 10);
    assertThat(later).isBetween(ACTIVE_IDLE - 2, ACTIVE_IDLE);
  }

  @Test
  void theK20xShowsPowerAsItIs() {
    var card = SimulatedCard.k20x();
    var runs = List.of(new KernelRun("nbody", 3 * SECOND, RUN_NANOS, LOAD));
    var sensor = new LagSensor(card.curve(0, runs), card.sensor(), 1);

    assertThat(card.curve(0, runs).energyJoules(3 * SECOND, 3 * SECOND + RUN_NANOS))
        .isCloseTo(844.668, within(1e-6));
    // One update after the start, with 5 standard deviations of noise and half a step.
    assertThat(sensor.milliwatts(3 * SECOND + 15_000_000L) * 1e-3)
        .isCloseTo(LOAD, within(5 * 0.02 + 0.005));
  }

  /** A K20c polled in a tight loop, without stalls. */
  private static final class Recording {
    final TruePowerCurve curve;
    final LagSensor sensor;
    final SimulatedTrace trace;

    Recording(KernelRun... runs) {
      SimulatedCard card = SimulatedCard.k20c();
      List<KernelRun> list = List.of(runs);
      curve = card.curve(0, list);
      sensor = new LagSensor(curve, card.sensor(), 42);
      var poller = new IrregularPoller(sensor, Stalls.NONE, 42);
      trace = SimulatedTrace.of(curve, sensor, poller, list, 0, 20 * SECOND);
    }

    double trueJoules(int run) {
      return trace.energyJoules(trace.runs().get(run));
    }

    double laggedJoules(int run) {
      KernelRun activity = trace.runs().get(run);
      long from = activity.startNanos();
      long to = activity.endNanos();
      double c = SimulatedCard.k20c().sensor().timeConstantSeconds();
      var response = new LagResponse(curve, c);
      return curve.energyJoules(from, to) - c * (response.watts(to) - response.watts(from));
    }

    double polledJoules(int run) {
      KernelRun activity = trace.runs().get(run);
      double joules = 0;
      for (int i = 1; i < trace.polls(); i++) {
        long from = Math.max(trace.timesNanos()[i - 1], activity.startNanos());
        long to = Math.min(trace.timesNanos()[i], activity.endNanos());
        if (from < to) {
          int milliwatts = trace.milliwatts()[i - 1] + trace.milliwatts()[i];
          joules += milliwatts * 0.5e-3 * (to - from) * 1e-9;
        }
      }
      return joules;
    }
  }
}
