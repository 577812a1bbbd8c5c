package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Loads of 50 ms and of seconds, seen by a meter of 5 kHz whose clock is wrong. */
class ClockFitterTest {
  private static final long T0 = 1_689_268_532_000_000_000L;

  @Test
  void findsOffsetAndDriftOfShortLoads() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = Seeds.random(seed);
      double offset = -0.02 + 0.04 * random.nextDouble();
      double drift = 1e-3 * (random.nextDouble() - 0.5);
      List<Interval> loads = squares(80, 0.05, 0.1);

      MeterClock clock = ClockFitter.fit(meter(loads, offset, drift, 5, seed), loads);

      double middle = (clock.referenceNanos() - T0) * 1e-9;
      assertThat(clock.edges()).isGreaterThan(70);
      assertThat(clock.drift()).isCloseTo(drift, within(4 * clock.driftError() + 5e-6));
      assertThat(clock.offsetSeconds()).isCloseTo(offset + drift * middle, within(0.0005));
    }
  }

  @Test
  void findsAnOffsetOfTenthsOfASecond() {
    for (double offset : new double[] {-0.45, -0.137, 0.21, 0.4}) {
      List<Interval> load = List.of(interval(1, 6));

      MeterClock clock = ClockFitter.fit(meter(load, offset, 0, 5, 1), load);

      assertThat(clock.offsetSeconds()).isCloseTo(offset, within(0.0005));
      assertThat(clock.driftError()).isZero();
      assertThat(clock.isOff()).isTrue();
    }
  }

  @Test
  void takesTheErrorOut() {
    List<Interval> loads = squares(80, 0.05, 0.1);
    MeterTrace wrong = meter(loads, 0.004, 5e-4, 0, 1);
    MeterTrace right = meter(loads, 0, 0, 0, 1);

    MeterTrace corrected = ClockFitter.fit(wrong, loads).corrected(wrong);

    double off = 0;
    double before = 0;
    for (Interval load : loads) {
      double truth = right.energyJoules(load.startNanos(), load.endNanos());
      off += corrected.energyJoules(load.startNanos(), load.endNanos()) / truth - 1;
      before += wrong.energyJoules(load.startNanos(), load.endNanos()) / truth - 1;
    }
    assertThat(before / 80).isLessThan(-0.04);
    assertThat(off / 80).isCloseTo(0, within(0.003)); // 0.1 ms of 50 ms
  }

  @Test
  void leavesAClockThatIsRightAsItIs() {
    List<Interval> load = List.of(interval(1, 6));
    MeterTrace meter = meter(load, 0.0004, 0, 5, 1); // as late as a load may begin

    MeterClock clock = ClockFitter.fit(meter, load);

    assertThat(clock.isOff()).isFalse();
    assertThat(clock.corrected(meter)).isSameAs(meter);
    assertThat(clock.sentence()).contains("left as it is");
  }

  @Test
  void saysSoWhereNoStartShows() {
    List<Interval> loads = List.of(interval(1, 2));
    MeterTrace flat = meter(List.of(), 0, 0, 5, 1);

    assertThat(ClockFitter.fit(flat, loads).edges()).isZero();
    assertThat(ClockFitter.fit(flat, List.of()).edges()).isZero();
    assertThat(ClockFitter.fit(flat, loads).sentence()).contains("no start of an activity");
  }

  private static Interval interval(double from, double to) {
    return new Interval(T0 + Math.round(from * 1e9), T0 + Math.round(to * 1e9));
  }

  private static List<Interval> squares(int count, double on, double period) {
    List<Interval> loads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loads.add(interval(1 + i * period, 1 + i * period + on));
    }
    return loads;
  }

  /** Readings every 0.2 ms; the meter says t + offset + drift (t - T0) at t. */
  private static MeterTrace meter(
      List<Interval> loads, double offset, double drift, double noise, long seed) {
    Random random = Seeds.random(seed);
    int n = 60_000;
    long[] times = new long[n];
    double[] watts = new double[n];
    int load = 0;
    for (int i = 0; i < n; i++) {
      long t = T0 + i * 200_000L;
      while (load < loads.size() && loads.get(load).endNanos() <= t) {
        load++;
      }
      boolean on = load < loads.size() && loads.get(load).startNanos() <= t;
      times[i] = t + Math.round(1e9 * offset + drift * (t - T0));
      watts[i] = (on ? 300 : 100) + noise * random.nextGaussian();
    }
    return new MeterTrace(times, watts);
  }
}
