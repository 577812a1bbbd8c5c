package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.SensorRun.Poll;
import io.wattune.collectors.agent.SensorRun.Sensor;
import io.wattune.core.polling.NativeRate;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Polls of a sensor that is simulated: a value for each update, at times of its own. */
class NativeRateTest {
  private static final long MILLI = SensorRun.MILLI;
  private static final long SECOND = SensorRun.SECOND;

  private static SensorRun run(Sensor sensor, long ordinaryNanos, long seconds) {
    return new SensorRun(sensor, ordinaryNanos, 3).run(seconds);
  }

  private static Sensor comb(long periodNanos, long phaseNanos) {
    return nanos -> Math.floorDiv(nanos - phaseNanos, periodNanos);
  }

  @ParameterizedTest
  @CsvSource({"100, 20", "100.37, 20", "99.6, 20", "31, 10", "1000, 20", "103, 10"})
  void onceTheSensorIsKnownItIsPolledTwiceForAnUpdateAndNoneIsMissed(
      double periodMillis, long ordinaryMillis) {
    long period = Math.round(periodMillis * MILLI);
    long seconds = 400 * period / SECOND + 1;
    Sensor sensor = comb(period, 7_654_321);

    SensorRun run = run(sensor, ordinaryMillis * MILLI, seconds);

    long settled = 200 * period;
    assertThat(run.missedShare(0)).isZero();
    // Two, and now and then one in the middle.
    assertThat(run.pollsForAnUpdate(settled)).isBetween(1.95, 2.6);
    assertThat(run.bracketMillis(settled)).isLessThan(7);
  }

  @Test
  void timesOfUpdatesAreKnownBetterByFewerPolls() {
    Sensor sensor = comb(100 * MILLI, 33 * MILLI);
    List<Poll> aligned = run(sensor, 20 * MILLI, 60).polls;
    List<Poll> grid = new SensorRun(sensor, 20 * MILLI, 3).unaligned().run(60).polls;

    assertThat(worstMillis(aligned)).isLessThan(3.5).isLessThan(worstMillis(grid));
    assertThat(aligned.size()).isLessThan(grid.size() * 3 / 5);
  }

  /** By how much the samples that a reader makes of the polls are beside the true updates. */
  private static double worstMillis(List<Poll> polls) {
    var filter = new SampleFilter();
    var state = new SampleState();
    double worst = 0;
    for (Poll poll : polls) {
      if (filter.accept(state, poll.nanos(), poll.value()) == SampleFilter.Outcome.SAMPLE
          && poll.nanos() > 30 * SECOND) {
        long sample = filter.sample().timeNanos;
        long true0 = 33 * MILLI + poll.update() * 100 * MILLI;
        worst = Math.max(worst, Math.abs(sample - true0) / (double) MILLI);
      }
    }
    return worst;
  }

  /** Half way between two updates a reader's middle of the time since the poll before is right. */
  @Test
  void onePollForAnUpdateIsPlacedWhereTheUpdateWas() {
    long period = 15_420_000;
    var run = run(comb(period, 33 * MILLI), 20 * MILLI, 60);
    var filter = new SampleFilter();
    var state = new SampleState();
    List<Double> offMillis = new ArrayList<>();
    for (Poll poll : run.polls) {
      if (filter.accept(state, poll.nanos(), poll.value()) == SampleFilter.Outcome.SAMPLE
          && poll.nanos() > 30 * SECOND) {
        long update = 33 * MILLI + poll.update() * period;
        offMillis.add(Math.abs(filter.sample().timeNanos - update) / (double) MILLI);
      }
    }
    Collections.sort(offMillis);

    assertThat(offMillis.get(offMillis.size() / 2)).isLessThan(1.5);
    assertThat(offMillis.get(offMillis.size() - 1)).isLessThan(period / 2.0 / MILLI);
  }

  @Test
  void updatesThatComeALittleBesideTheirCombAreNotMissed() {
    LongUnaryOperator jitter = k -> new SplittableRandom(k).nextLong(-150_000, 150_000);
    Sensor sensor =
        nanos -> {
          long k = Math.floorDiv(nanos, 100 * MILLI);
          return nanos >= k * 100 * MILLI + jitter.applyAsLong(k) ? k : k - 1;
        };

    SensorRun run = run(sensor, 20 * MILLI, 60);

    assertThat(run.missedShare(0)).isZero();
    assertThat(run.pollsForAnUpdate(20 * SECOND)).isLessThan(2.6);
  }

  @Test
  void aSensorThatShiftsIsFoundAgainAndNothingIsMissed() {
    Sensor sensor =
        nanos -> Math.floorDiv(nanos < 30 * SECOND ? nanos : nanos + 41 * MILLI, 100 * MILLI);

    SensorRun run = run(sensor, 20 * MILLI, 90);

    assertThat(run.missedShare(0)).isZero();
    assertThat(run.pollsForAnUpdate(60 * SECOND)).isLessThan(2.6);
  }

  @Test
  void aSensorThatUpdatesTwiceAsOftenFromNowOnIsNotMissedForLong() {
    Sensor sensor =
        nanos ->
            nanos < 30 * SECOND
                ? Math.floorDiv(nanos, 100 * MILLI)
                : 300 + Math.floorDiv(nanos - 30 * SECOND, 50 * MILLI);

    SensorRun run = run(sensor, 20 * MILLI, 60);

    assertThat(run.missedShare(0)).as("at most the one that shows it").isLessThan(1.5 / 900);
  }

  @Test
  void aValueThatStandsStillForLongIsPolledAsBeforeUntilItMoves() {
    Sensor steady =
        new Sensor() {
          @Override
          public long update(long nanos) {
            return Math.floorDiv(nanos, 100 * MILLI);
          }

          @Override
          public int value(long update) {
            return update >= 200 && update < 800 ? 7 : (int) (100_000 + update);
          }
        };

    SensorRun run = run(steady, 20 * MILLI, 100);

    assertThat(run.missedShare(0)).isZero();
    long inTheStillness =
        run.polls.stream().filter(p -> p.nanos() > 60 * SECOND && p.nanos() < 70 * SECOND).count();
    assertThat(inTheStillness).as("every 20 ms").isGreaterThan(450);
    assertThat(run.pollsForAnUpdate(85 * SECOND)).isLessThan(2.6);
  }

  @Test
  void aSensorWithoutAPeriodIsPolledAsTheSourceSays() {
    var random = new SplittableRandom(9);
    List<Long> times = new ArrayList<>(List.of(0L));
    while (times.get(times.size() - 1) < 60 * SECOND) {
      times.add(times.get(times.size() - 1) + 40 * MILLI + random.nextLong(120 * MILLI));
    }
    Sensor sensor =
        nanos -> {
          int place = Collections.binarySearch(times, nanos);
          return place >= 0 ? place : -place - 2;
        };

    SensorRun run = run(sensor, 20 * MILLI, 59);

    assertThat(run.missedShare(0)).isZero();
    assertThat(run.polls.size()).as("nearly all at the ordinary rate").isGreaterThan(2_700);
  }

  /** Fails where polls that are half way between two updates are never put to the test. */
  @ParameterizedTest
  @CsvSource({"15, 18", "15, 30", "20, 10", "20, 100", "100, 15", "12, 36", "15, 14", "20, 19"})
  void aSensorWhosePeriodChangesIsFoundAgain(long millisBefore, long millisAfter) {
    long before = millisBefore * MILLI;
    long after = millisAfter * MILLI;
    long changed = 30 * SECOND / before;
    Sensor sensor =
        nanos ->
            nanos < changed * before
                ? Math.floorDiv(nanos, before)
                : changed + Math.floorDiv(nanos - changed * before, after);

    SensorRun run = run(sensor, 20 * MILLI, 90);

    assertThat(run.rate.followedNanos()).isBetween(0.999 * after, 1.001 * after);
    assertThat(run.missedShare(60 * SECOND)).isLessThan(0.001);
    assertThat(run.pollsForAnUpdate(60 * SECOND)).isLessThan(millisAfter > 25 ? 2.6 : 1.2);
  }

  /** Fails where one long call makes polls seldom for the next dozens of them. */
  @Test
  void aCallThatTakesLongOnceCostsTheUpdatesInItAndFewMore() {
    Sensor sensor = comb(15_420_000, 7_654_321);

    SensorRun run =
        new SensorRun(sensor, 20 * MILLI, 3)
            .calls(MILLI / 5)
            .slowCalls(6 * SECOND, 600 * MILLI)
            .run(120);

    assertThat(run.missedShare(10 * SECOND)).isLessThan(0.1 + 0.02);
  }

  @Test
  void aPollWithoutAValueBeginsAnew() {
    var rate = new NativeRate(20 * MILLI);
    Sensor sensor = comb(100 * MILLI, 0);
    long now = 0;
    long next = NativeRate.ORDINARY;
    for (int i = 0; i < 2_000; i++) {
      next = rate.next(now, now, sensor.value(sensor.update(now)));
      now = next > now ? next : now + 20 * MILLI;
    }
    assertThat(next).isNotEqualTo(NativeRate.ORDINARY);

    assertThat(rate.next(now, now, PollBlock.MISSING)).isEqualTo(NativeRate.ORDINARY);
    assertThat(rate.next(now + 20 * MILLI, now + 20 * MILLI, 5)).isEqualTo(NativeRate.ORDINARY);
  }
}
