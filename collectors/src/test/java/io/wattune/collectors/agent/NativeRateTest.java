package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Polls of a sensor that is simulated: a value for each update, at times of its own. */
class NativeRateTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  /** A sensor: the number of the update at a time, and the value that it shows then. */
  private interface Sensor {
    long update(long nanos);

    default int value(long update) {
      return (int) (100_000 + 37 * update % 5_003);
    }
  }

  private record Poll(long nanos, int value) {}

  /** Polls for some time, by a machine whose timer is up to half a millisecond late. */
  private static List<Poll> run(
      Sensor sensor, long ordinaryNanos, long seconds, boolean isAligned) {
    var random = new SplittableRandom(3);
    var rate = new NativeRate(ordinaryNanos);
    List<Poll> polls = new ArrayList<>();
    long deadline = 0;
    while (deadline < seconds * SECOND) {
      long now = deadline + random.nextLong(MILLI / 2);
      var poll = new Poll(now, sensor.value(sensor.update(now)));
      polls.add(poll);
      long next = isAligned ? rate.next(now, poll.value()) : NativeRate.ORDINARY;
      deadline = next > now ? next : deadline + ordinaryNanos;
    }
    return polls;
  }

  private static Sensor comb(long periodNanos, long phaseNanos) {
    return nanos -> Math.floorDiv(nanos - phaseNanos, periodNanos);
  }

  /** Polls in the last part of a run, for each update. */
  private static double pollsForAnUpdate(List<Poll> polls, long fromNanos, long periodNanos) {
    long end = polls.get(polls.size() - 1).nanos();
    long count = polls.stream().filter(poll -> poll.nanos() >= fromNanos).count();
    return (double) count * periodNanos / (end - fromNanos);
  }

  /** Updates between a first and a last one that no poll saw. */
  private static long missed(Sensor sensor, List<Poll> polls) {
    long first = sensor.update(polls.get(0).nanos());
    long last = sensor.update(polls.get(polls.size() - 1).nanos());
    long seen = polls.stream().mapToLong(poll -> sensor.update(poll.nanos())).distinct().count();
    return last - first + 1 - seen;
  }

  /** Median of the time in which a change lies, over the last part of a run. */
  private static double bracketMillis(List<Poll> polls, long fromNanos) {
    double[] brackets =
        IntStream.range(1, polls.size())
            .filter(i -> polls.get(i).nanos() >= fromNanos)
            .filter(i -> polls.get(i).value() != polls.get(i - 1).value())
            .mapToDouble(i -> (polls.get(i).nanos() - polls.get(i - 1).nanos()) / (double) MILLI)
            .sorted()
            .toArray();
    return brackets[brackets.length / 2];
  }

  @ParameterizedTest
  @CsvSource({"100, 20", "100.37, 20", "99.6, 20", "25.1, 10", "1000, 20", "103, 10"})
  void onceTheSensorIsKnownItIsPolledTwiceForAnUpdateAndNoneIsMissed(
      double periodMillis, long ordinaryMillis) {
    long period = Math.round(periodMillis * MILLI);
    long seconds = 400 * period / SECOND + 1;
    Sensor sensor = comb(period, 7_654_321);

    List<Poll> polls = run(sensor, ordinaryMillis * MILLI, seconds, true);

    long settled = 200 * period;
    assertThat(missed(sensor, polls)).isZero();
    // Two, and now and then one in the middle.
    assertThat(pollsForAnUpdate(polls, settled, period)).isBetween(1.95, 2.6);
    assertThat(bracketMillis(polls, settled)).isLessThan(7);
  }

  @Test
  void timesOfUpdatesAreKnownBetterByFewerPolls() {
    Sensor sensor = comb(100 * MILLI, 33 * MILLI);
    List<Poll> aligned = run(sensor, 20 * MILLI, 60, true);
    List<Poll> grid = run(sensor, 20 * MILLI, 60, false);

    assertThat(worstMillis(sensor, aligned)).isLessThan(3.5).isLessThan(worstMillis(sensor, grid));
    assertThat(aligned.size()).isLessThan(grid.size() * 3 / 5);
  }

  /** By how much the samples that a reader makes of the polls are beside the true updates. */
  private static double worstMillis(Sensor sensor, List<Poll> polls) {
    var filter = new SampleFilter();
    var state = new SampleState();
    double worst = 0;
    for (Poll poll : polls) {
      if (filter.accept(state, poll.nanos(), poll.value()) == SampleFilter.Outcome.SAMPLE
          && poll.nanos() > 30 * SECOND) {
        long sample = filter.sample().timeNanos;
        long update = sensor.update(poll.nanos());
        long true0 = 33 * MILLI + update * 100 * MILLI;
        worst = Math.max(worst, Math.abs(sample - true0) / (double) MILLI);
      }
    }
    return worst;
  }

  @Test
  void updatesThatComeALittleBesideTheirCombAreNotMissed() {
    LongUnaryOperator jitter = k -> new SplittableRandom(k).nextLong(-150_000, 150_000);
    Sensor sensor =
        nanos -> {
          long k = Math.floorDiv(nanos, 100 * MILLI);
          return nanos >= k * 100 * MILLI + jitter.applyAsLong(k) ? k : k - 1;
        };

    List<Poll> polls = run(sensor, 20 * MILLI, 60, true);

    assertThat(missed(sensor, polls)).isZero();
    assertThat(pollsForAnUpdate(polls, 20 * SECOND, 100 * MILLI)).isLessThan(2.6);
  }

  @Test
  void aSensorThatShiftsIsFoundAgainAndNothingIsMissed() {
    Sensor sensor =
        nanos -> Math.floorDiv(nanos < 30 * SECOND ? nanos : nanos + 41 * MILLI, 100 * MILLI);

    List<Poll> polls = run(sensor, 20 * MILLI, 90, true);

    assertThat(missed(sensor, polls)).isZero();
    assertThat(pollsForAnUpdate(polls, 60 * SECOND, 100 * MILLI)).isLessThan(2.6);
  }

  @Test
  void aSensorThatUpdatesTwiceAsOftenFromNowOnIsNotMissedForLong() {
    Sensor sensor =
        nanos ->
            nanos < 30 * SECOND
                ? Math.floorDiv(nanos, 100 * MILLI)
                : 300 + Math.floorDiv(nanos - 30 * SECOND, 50 * MILLI);

    List<Poll> polls = run(sensor, 20 * MILLI, 60, true);

    assertThat(missed(sensor, polls)).as("at most the one that shows it").isLessThanOrEqualTo(1);
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

    List<Poll> polls = run(steady, 20 * MILLI, 100, true);

    assertThat(missed(steady, polls)).isZero();
    long inTheStillness =
        polls.stream().filter(p -> p.nanos() > 60 * SECOND && p.nanos() < 70 * SECOND).count();
    assertThat(inTheStillness).as("every 20 ms").isGreaterThan(450);
    assertThat(pollsForAnUpdate(polls, 85 * SECOND, 100 * MILLI)).isLessThan(2.6);
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

    List<Poll> polls = run(sensor, 20 * MILLI, 59, true);

    assertThat(missed(sensor, polls)).isZero();
    assertThat(polls.size()).as("nearly all at the ordinary rate").isGreaterThan(2_700);
  }

  @Test
  void aPollWithoutAValueBeginsAnew() {
    var rate = new NativeRate(20 * MILLI);
    Sensor sensor = comb(100 * MILLI, 0);
    long now = 0;
    long next = NativeRate.ORDINARY;
    for (int i = 0; i < 2_000; i++) {
      next = rate.next(now, sensor.value(sensor.update(now)));
      now = next > now ? next : now + 20 * MILLI;
    }
    assertThat(next).isNotEqualTo(NativeRate.ORDINARY);

    assertThat(rate.next(now, PollBlock.MISSING)).isEqualTo(NativeRate.ORDINARY);
    assertThat(rate.next(now + 20 * MILLI, 5)).isEqualTo(NativeRate.ORDINARY);
  }
}
