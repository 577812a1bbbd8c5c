package io.wattune.core.reading;

import static io.wattune.core.simulated.Sensor.every;
import static io.wattune.core.simulated.Sensor.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.SampleFilter.Outcome;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleFilterTest {
  private static final double MS = 1e-3;

  @Test
  void keepsOneSampleOfEachUpdateOfASensorThatIsPolledInRuns() {
    Sensor sensor = Sensor.k20(0.05);
    PowerTrace power = PowerTrace.from(24).hold(1).level(158, 4).level(52.5, 3);

    FilterRun run = FilterRun.of(sensor.poll(power, 0, 8, sensor.inRuns(), 1));

    List<Sample> known = run.from(nanos(0.5));
    long updates = sensor.update(8) - sensor.update(0.5);
    assertThat((long) known.size()).isBetween(updates - 1, updates + 1);
    for (int i = 1; i < known.size(); i++) {
      double step = (known.get(i).timeNanos - known.get(i - 1).timeNanos) * 1e-9;
      assertThat(step).isCloseTo(Sensor.K20_PERIOD, within(0.5 * Sensor.K20_PERIOD));
    }
    assertPeriod(run, Sensor.K20_PERIOD);
  }

  /** Shares of a time anywhere between two polls that {@code RepeatedActivities} counts on. */
  @ParameterizedTest
  @CsvSource({"0.1, 0.0006", "0.1, 0.006", "0.1, 0.02", "0.02, 0.0006", "0.02, 0.006"})
  void aCombIsOffAsAWholeByHalfOfWhatATimeIsAndEachSampleByAQuarter(double period, double poll) {
    double late = 1.2 * poll / Math.sqrt(12);
    double common = 0;
    double own = 0;
    int runs = 30;
    for (int seed = 0; seed < runs; seed++) {
      double phase = period * Seeds.random(seed).nextDouble();
      Sensor sensor = new Sensor(Response.passThrough(), period, phase, 3, 0.001);
      PowerTrace power = PowerTrace.from(200).hold(150 * period);
      FilterRun run =
          FilterRun.of(sensor.poll(power, 0, 150 * period, every(poll, 1.4 * poll), seed));
      double[] off =
          run.from(nanos(30 * period)).stream()
              .mapToDouble(sample -> off(sample, phase, period))
              .limit(80)
              .toArray();
      double mean = Arrays.stream(off).average().orElseThrow();
      common += mean * mean / runs;
      own += Arrays.stream(off).map(each -> (each - mean) * (each - mean)).sum() / 80 / runs;
    }

    assertThat(Math.sqrt(common) / late).isCloseTo(0.5, within(0.08));
    assertThat(Math.sqrt(own) / late).isCloseTo(0.25, within(0.05));
  }

  private static double off(Sample sample, double phase, double period) {
    double at = ((sample.timeNanos - Sensor.EPOCH_NANOS) * 1e-9 - phase) / period;
    return (at - Math.rint(at)) * period;
  }

  @Test
  void leavesNoZeroSlopeInsideARunOfEqualPolls() {
    Sensor sensor = Sensor.k20(0);
    PowerTrace power = PowerTrace.from(24).hold(0.2).level(158, 3);

    FilterRun run = FilterRun.of(sensor.poll(power, 0, 3, sensor.inRuns(), 2));

    // A lag of 0.84 s moves by 1 mW an update until 9 time constants have passed.
    List<Sample> rising = run.from(nanos(0.4));
    for (int i = 1; i < rising.size(); i++) {
      assertThat(rising.get(i).value).isGreaterThan(rising.get(i - 1).value);
    }
  }

  @Test
  void keepsAGenuineRepeatOfTheSensor() {
    Sensor sensor = Sensor.k20(0);
    Polls polls =
        sensor.poll(PowerTrace.from(24).hold(0.2).level(158, 2), 0, 2, sensor.inRuns(), 3);
    long twin = sensor.update(1.5);
    long of = twin - 1;
    int before = 0;
    var doctored = new Polls.Builder();
    for (int i = 0; i < polls.size(); i++) {
      long update = sensor.update((polls.timesNanos()[i] - Sensor.EPOCH_NANOS) * 1e-9);
      before = update == of ? polls.values()[i] : before;
      doctored.add(polls.timesNanos()[i], update == twin ? before : polls.values()[i]);
    }

    FilterRun run = FilterRun.of(doctored.build());

    int value = before;
    List<Sample> twins = run.samples.stream().filter(s -> s.value == value).toList();
    assertThat(twins).hasSize(2);
    assertThat((twins.get(1).timeNanos - twins.get(0).timeNanos) * 1e-9)
        .isCloseTo(Sensor.K20_PERIOD, within(0.5 * Sensor.K20_PERIOD));
  }

  @Test
  void findsAPeriodThatIsOnlyTwiceThePollingInterval() {
    Sensor sensor = new Sensor(Response.lag(0.0525), 15.4 * MS, 0.004, 0.1, 0.1);

    FilterRun run = FilterRun.of(sensor.poll(waves(20), 0, 20, every(6 * MS, 10 * MS), 4));
    FilterRun even = FilterRun.of(sensor.poll(waves(20), 0, 20, every(8 * MS, 8 * MS), 4));
    FilterRun slow = FilterRun.of(sensor.poll(waves(20), 0, 20, every(9 * MS, 11 * MS), 4));

    assertPeriod(run, 15.4 * MS);
    assertPeriod(even, 15.4 * MS);
    assertPeriod(slow, 15.4 * MS);
    // One value in four equals the one before; of those polls this rare let some slip.
    assertOneSampleAnUpdate(run, sensor, 2, 20, 0.06);
  }

  @Test
  void findsAPeriodBetweenOneAndTwoPollsAndPutsSamplesOnItsComb() {
    Sensor sensor = new Sensor(Response.lag(0.84), 15 * MS, 0.004, 0.02, 0.01);

    FilterRun run = FilterRun.of(sensor.poll(waves(20), 0, 20, every(9 * MS, 11 * MS), 4));

    assertPeriod(run, 15 * MS);
    List<Sample> known = run.from(nanos(2));
    double square = 0;
    for (int i = 1; i < known.size(); i++) {
      double step = (known.get(i).timeNanos - known.get(i - 1).timeNanos) * 1e-9;
      double off = step - 15 * MS * Math.max(1, Math.rint(step / (15 * MS)));
      square += off * off / (known.size() - 1);
    }
    // The middles of intervals of 10 ms scatter by 10 / sqrt(6) = 4.1 ms from step to step.
    assertThat(Math.sqrt(square)).isLessThan(2 * MS);
  }

  @Test
  void findsAPeriodOfManyPolls() {
    Sensor sensor = new Sensor(Response.passThrough(), 0.1, 0.03, 0.2, 0.01);

    FilterRun run = FilterRun.of(sensor.poll(waves(60), 0, 60, every(6 * MS, 10 * MS), 5));

    assertPeriod(run, 0.1);
    assertOneSampleAnUpdate(run, sensor, 2, 60, 0.01);
  }

  @Test
  void findsAPeriodOfASecond() {
    Sensor sensor = new Sensor(Response.passThrough(), 1, 0.3, 0.5, 0.01);

    FilterRun run = FilterRun.of(sensor.poll(waves(120), 0, 120, every(6 * MS, 10 * MS), 6));

    assertPeriod(run, 1);
    assertOneSampleAnUpdate(run, sensor, 10, 120, 0.01);
  }

  /** Some drivers renew the reading at once when a load starts, and then go on as before. */
  @ParameterizedTest
  @ValueSource(ints = {3, 6, 9, 12, 15, 20, 31})
  void aRenewalOutOfTurnLeavesThePeriodAlone(int after) {
    var polls = new Polls.Builder();
    double outOfTurn = 0.03 + 0.1 * after + 0.0115;
    for (int i = 0; i * 7 * MS < 12; i++) {
      double t = i * 7 * MS;
      long updates = (long) Math.floor((t - 0.03) / 0.1);
      boolean isExtra = t >= outOfTurn && updates == after;
      polls.add(nanos(t), 100_000 + 37 * (int) updates + (isExtra ? 5 : 0));
    }

    FilterRun run = FilterRun.of(polls.build());

    assertPeriod(run, 0.1);
    // Until eight intervals are known a single one may mislead.
    List<Sample> known = run.from(nanos(2.2));
    assertThat(known.size()).isBetween(97, 100);
  }

  @Test
  void findsThePeriodOfASensorThatSeldomChanges() {
    // Noise of a third of the resolution: most updates show the value of the one before.
    Sensor sensor = new Sensor(Response.passThrough(), 15.4 * MS, 0.004, 0.033, 0.1);
    PowerTrace power = PowerTrace.from(25.03);

    FilterRun run = FilterRun.of(sensor.poll(power, 0, 30, every(1 * MS, 2 * MS), 7));

    assertPeriod(run, 15.4 * MS);
  }

  @Test
  void takesEveryPollOfASensorThatIsPolledMoreSlowlyThanItUpdates() {
    Sensor sensor = new Sensor(Response.passThrough(), 0.1, 0.03, 1, 0.001);
    Polls polls = sensor.poll(waves(100), 0, 100, every(0.99, 1.01), 8);

    FilterRun run = FilterRun.of(polls);

    assertThat(run.samples).hasSize(polls.size());
    assertThat(run.samples).allMatch(s -> s.spacing == Spacing.SEEN);
    // The period cannot be seen: a sample is at most the prior period old, half of it on average.
    List<Sample> known = run.samples.subList(6, run.samples.size());
    assertThat(known).allMatch(s -> s.toNanos - s.timeNanos == 50_000_000L);
  }

  @Test
  void takesSlowPollsOfAFlatSensorAsGenuineRepeats() {
    FilterRun run = new FilterRun();
    for (int i = 0; i < 50; i++) {
      run.take(nanos(i), 25_000);
    }

    assertThat(run.samples).hasSize(50);
    assertThat(run.repeats).isZero();
  }

  @Test
  void endsAFlatStretchAtMostOneAndAHalfPeriodsBeforeAStep() {
    Sensor noisy = new Sensor(Response.passThrough(), 0.02, 0.004, 1, 0.001);
    PowerTrace power = PowerTrace.from(50).hold(8).level(150, 1);
    for (long seed = 0; seed < 50; seed++) {
      FilterRun run = FilterRun.of(noisy.poll(power, 0, 3, every(1 * MS, 2 * MS), seed));
      run.take(noisy.noise(0).poll(power, 3, 9, every(1 * MS, 2 * MS), seed));

      List<Sample> samples = run.samples;
      int step = 0;
      while (!(samples.get(step).value == 150_000 && samples.get(step - 1).value == 50_000)) {
        step++;
      }
      long flatEnds = samples.get(step - 1).timeNanos;
      assertThat((samples.get(step).toNanos - flatEnds) * 1e-9)
          .isLessThan(1.5 * 0.0204 + 0.002); // the estimate's 2 %, and one poll
    }
  }

  @Test
  void marksAStallOfTheDriverAsAGapThatIsBridged() {
    Sensor sensor = Sensor.k20(0.05);
    Polls polls = sensor.poll(waves(10), 0, 10, sensor.inRuns(), 9);
    for (double stall : new double[] {0.13, 0.6}) {
      FilterRun run = FilterRun.of(polls.without(nanos(5), nanos(5 + stall)));

      List<Sample> gaps = run.samples.stream().filter(s -> s.spacing == Spacing.BRIDGED).toList();
      assertThat(gaps).hasSize(1);
      assertThat(gaps.get(0).fromNanos).isLessThan(nanos(5));
      assertThat(gaps.get(0).toNanos).isGreaterThanOrEqualTo(nanos(5 + stall));
      assertPeriod(run, Sensor.K20_PERIOD);
    }
  }

  @Test
  void doesNotCallTheUsualPauseBetweenRunsAGap() {
    Sensor sensor = Sensor.k20(0.05);

    FilterRun run = FilterRun.of(sensor.poll(waves(10), 0, 10, sensor.inRuns(), 10));

    assertThat(run.samples).allMatch(s -> s.spacing == Spacing.SEEN);
  }

  @Test
  void bridgesAGapOfJustUnderAMinuteAndNoLongerOne() {
    assertThat(spacingAfter(59)).isEqualTo(Spacing.BRIDGED);
    assertThat(spacingAfter(61)).isEqualTo(Spacing.BROKEN);
    assertThat(spacingAfter(3 * 3600)).isEqualTo(Spacing.BROKEN);
  }

  @Test
  void bridgesNoMoreThanItIsTold() {
    var run = new FilterRun(new SampleFilter(20_000_000_000L));
    for (int i = 0; i < 100; i++) {
      run.take(nanos(0.01 * i), 1000 + i);
    }
    run.take(nanos(22), 5000);

    assertThat(run.newest().spacing).isEqualTo(Spacing.BROKEN);
  }

  @Test
  void seesAGapSoonAfterAPauseOfDays() {
    FilterRun run = new FilterRun();
    run.take(nanos(0), 999);
    for (int i = 0; i < 100; i++) {
      run.take(nanos(80_000 + 0.01 * i), 1000 + i);
    }
    run.take(nanos(80_011), 7000);

    assertThat(run.newest().spacing).isEqualTo(Spacing.BRIDGED);
  }

  @Test
  void countsMissingReadingsAndSeesTheGapThatTheyLeave() {
    FilterRun run = new FilterRun();
    for (int i = 0; i < 200; i++) {
      run.take(nanos(0.01 * i), i >= 100 && i < 190 ? PollBlock.MISSING : 1000 + i);
    }

    assertThat(run.missing).isEqualTo(90);
    assertThat(run.samples.stream().filter(s -> s.spacing == Spacing.BRIDGED)).hasSize(1);
    assertThat(run.state.clockNanos).isEqualTo(nanos(1.99));
  }

  @Test
  void dropsPollsThatAreNotLaterThanTheNewest() {
    FilterRun run = new FilterRun();
    run.take(nanos(1), 100);

    assertThat(run.take(nanos(1), 200)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(0.5), 200)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(1.1), PollBlock.MISSING)).isEqualTo(Outcome.MISSING);
    assertThat(run.take(nanos(1.1), 200)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(1.2), 200)).isEqualTo(Outcome.SAMPLE);
    assertThat(run.outOfOrder).isEqualTo(3);
  }

  @Test
  void takesTheFirstPollAsASampleAtItsOwnTime() {
    FilterRun run = new FilterRun();

    run.take(nanos(3), 0);

    Sample first = run.newest();
    assertThat(first.timeNanos).isEqualTo(nanos(3)).isEqualTo(first.fromNanos);
    assertThat(first.value).isZero();
    assertThat(first.spacing).isEqualTo(Spacing.SEEN);
  }

  @Test
  void placesANewValueInTheMiddleOfTheIntervalInWhichItCame() {
    FilterRun run = new FilterRun();
    run.take(nanos(1), 100);
    run.take(nanos(1.010), 200);

    assertThat(run.newest().timeNanos).isEqualTo(nanos(1.005));
  }

  @Test
  void refusesTimesThatNoClockShows() {
    FilterRun run = new FilterRun();

    assertThat(run.take(Long.MAX_VALUE, 100)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(Long.MIN_VALUE, 100)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(Long.MIN_VALUE + 1, 100)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(0), 100)).isEqualTo(Outcome.SAMPLE);
    assertThat(run.take(Long.MAX_VALUE, 100)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(1), 200)).isEqualTo(Outcome.SAMPLE);
  }

  @Test
  void refusesALonePollFarInTheFuture() {
    FilterRun run = new FilterRun();
    double year = 365.0 * 86_400;
    run.take(nanos(0), 100);

    assertThat(run.take(nanos(7 * year), 100)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(7 * year), PollBlock.MISSING)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(0.01), 200)).isEqualTo(Outcome.SAMPLE);
    assertThat(run.take(nanos(8 * year), 100)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(0.02), 300)).isEqualTo(Outcome.SAMPLE);
  }

  @Test
  void goesOnAfterALongPauseFromTheSecondPollOn() {
    FilterRun run = new FilterRun();
    double days = 40.0 * 86_400;
    run.take(nanos(0), 100);

    assertThat(run.take(nanos(days), 200)).isEqualTo(Outcome.OUT_OF_ORDER);
    assertThat(run.take(nanos(days + 0.01), 200)).isEqualTo(Outcome.SAMPLE);
    assertThat(run.newest().spacing).isEqualTo(Spacing.BROKEN);
    assertThat(run.take(nanos(days + 0.02), 300)).isEqualTo(Outcome.SAMPLE);
  }

  @Test
  void measuresTheResolutionBetweenTheMostDistantValues() {
    FilterRun run = new FilterRun();
    run.take(nanos(0), Integer.MIN_VALUE + 1);
    run.take(nanos(1), Integer.MAX_VALUE);
    assertThat(run.state.resolution).isPositive().isGreaterThan(1_000_000_000);

    run.take(nanos(2), Integer.MAX_VALUE - 10);
    assertThat(run.state.resolution).isEqualTo(10);
  }

  private static Spacing spacingAfter(double gapSeconds) {
    FilterRun run = new FilterRun();
    for (int i = 0; i < 100; i++) {
      run.take(nanos(0.01 * i), 1000 + i);
    }
    run.take(nanos(0.99 + gapSeconds), 5000);
    return run.newest().spacing;
  }

  /** Power that changes all the time. */
  private static PowerTrace waves(double seconds) {
    PowerTrace power = PowerTrace.from(60);
    for (int i = 0; i < seconds; i++) {
      power.level(i % 2 == 0 ? 90 + i % 7 : 50 + i % 5, 1);
    }
    return power;
  }

  private static void assertPeriod(FilterRun run, double seconds) {
    assertThat(SampleFilter.periodNanos(run.state) * 1e-9)
        .as("estimated period")
        .isCloseTo(seconds, within(0.02 * seconds));
  }

  private static void assertOneSampleAnUpdate(
      FilterRun run, Sensor sensor, double from, double to, double tolerance) {
    long updates = sensor.update(to) - sensor.update(from);
    Offset<Double> offset = within(tolerance * updates + 2);
    assertThat((double) run.from(nanos(from)).size()).isCloseTo(updates, offset);
  }
}
