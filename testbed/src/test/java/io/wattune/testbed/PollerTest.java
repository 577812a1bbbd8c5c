package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class PollerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final LagSensor sensor =
      new LagSensor(
          TruePowerCurve.startingAt(0, 23.64).level(SECOND, 158).build(),
          SimulatedCard.k20c().sensor(),
          1);

  @Test
  void aTightLoopReadsEachValueNearly40TimesAndThenWaits() {
    long[] times = new IrregularPoller(sensor, Stalls.NONE, 3).pollTimesNanos(0, 10 * SECOND);

    int run = 1;
    int runs = 0;
    for (int i = 1; i < times.length; i++) {
      long interval = times[i] - times[i - 1];
      boolean sameUpdate = sensor.lastUpdateNanos(times[i]) == sensor.lastUpdateNanos(times[i - 1]);
      if (sameUpdate) {
        assertThat(interval).isBetween(265_000L, 301_000L);
        run++;
      } else {
        assertThat(interval).isCloseTo(4_700_000L, within(320_000L));
        if (runs++ > 0) {
          // 10.3 ms of reads 0.283 ms apart; the paper counts about 38.
          assertThat(run).isBetween(34, 41);
        }
        run = 1;
      }
    }
    assertThat(runs).isBetween(665, 667);
  }

  @Test
  void aNominalPollerKeepsItsIntervalWithinTheJitter() {
    long[] times =
        new NominalPoller(8 * MILLI, 2 * MILLI, Stalls.NONE, 3).pollTimesNanos(0, 10 * SECOND);

    for (int i = 1; i < times.length; i++) {
      assertThat(times[i] - times[i - 1]).isBetween(6 * MILLI - 1_000, 10 * MILLI + 1_000);
    }
    // 1250 intervals with a standard deviation of 1.15 ms: the count varies by 5.
    assertThat(times.length).isCloseTo(1250, within(25));
  }

  @Test
  void nobodyIsAnsweredInAStall() {
    var stalls =
        new Stalls(
            List.of(
                new Stalls.Stall(5 * SECOND, 130 * MILLI), new Stalls.Stall(SECOND, 20 * MILLI)));

    for (Poller poller :
        List.of(new IrregularPoller(sensor, stalls, 3), new NominalPoller(MILLI, 0, stalls, 3))) {
      long[] times = poller.pollTimesNanos(0, 10 * SECOND);

      assertThat(Arrays.stream(times).boxed())
          .noneMatch(t -> t >= 5 * SECOND && t < 5 * SECOND + 130 * MILLI)
          .noneMatch(t -> t >= SECOND && t < SECOND + 20 * MILLI)
          .anyMatch(t -> t >= 5 * SECOND + 130 * MILLI && t < 5 * SECOND + 150 * MILLI);
    }
  }

  @Property(tries = 30)
  void timesAreWholeMicrosecondsThatGrowInsideTheInterval(@ForAll long seed) {
    long start = 1_767_614_400_123_456_789L;
    for (Poller poller :
        List.of(
            new IrregularPoller(sensor, Stalls.NONE, seed),
            new NominalPoller(10 * MILLI, MILLI, Stalls.NONE, seed))) {
      long[] times = poller.pollTimesNanos(start, start + SECOND / 2);

      assertThat(times).isSorted();
      assertThat(Arrays.stream(times).distinct().count()).isEqualTo(times.length);
      assertThat(Arrays.stream(times).boxed()).allMatch(t -> t % 1_000 == 0);
      assertThat(times[0]).isGreaterThan(start - 1_000);
      assertThat(times[times.length - 1]).isLessThan(start + SECOND / 2);
      assertThat(times.length).isGreaterThan(40);
    }
  }

  @Test
  void refusesIntervalsThatCannotBe() {
    assertThatThrownBy(() -> new NominalPoller(MILLI, MILLI, Stalls.NONE, 1))
        .hasMessageContaining("jitterNanos");
    var fast =
        new LagSensor(
            TruePowerCurve.startingAt(0, 1).build(),
            SensorParameters.lag(0, 2 * MILLI, 0, 1, 1, 0),
            1);
    assertThatThrownBy(() -> new IrregularPoller(fast, Stalls.NONE, 1))
        .hasMessageContaining("update period");
  }
}
