package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.SensorRun.Sensor;
import io.wattune.core.polling.DensePolls;
import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.SensorUpdates;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

/**
 * Simulated sensors of many periods, polled by rule every 20 ms. The shares are over a minute or
 * more, from half a minute after the start on; a probe that fails, which is rare, is made again
 * after ten seconds, and costs a share of the updates meanwhile.
 */
class NativeRatePropertyTest {
  private static final long MILLI = SensorRun.MILLI;
  private static final long SECOND = SensorRun.SECOND;
  private static final long ORDINARY = 20 * MILLI;
  private static final long SETTLED = 30 * SECOND;

  /** What {@link DensePolls} promises. */
  private static final int MOST_IN_A_SECOND = 250;

  /**
   * A sensor of the testbed: its updates on a comb, each some way beside it, its noise and its
   * steps, which are what makes values stand.
   */
  private record Noisy(
      SensorUpdates comb, long jitterNanos, SensorParameters sensor, SeededNoise noise)
      implements Sensor {

    static Noisy of(double periodMillis, double noisePerStep, long seed) {
      return of(periodMillis, noisePerStep, MILLI / 5, seed);
    }

    static Noisy of(double periodMillis, double noisePerStep, long jitterNanos, long seed) {
      long period = Math.round(periodMillis * MILLI);
      double step = 0.01;
      return new Noisy(
          SensorUpdates.seeded(period, seed),
          jitterNanos,
          SensorParameters.lag(0.84, period, noisePerStep * step, 10, 1, 0),
          new SeededNoise(seed));
    }

    @Override
    public long update(long nanos) {
      long index = comb.index(nanos);
      long late = noise.between(~index, 0, jitterNanos);
      return nanos >= comb.nanos(index) + late ? index : index - 1;
    }

    @Override
    public int value(long update) {
      return sensor.shownMilliwatts(150, noise.gaussian(update));
    }
  }

  private static double period(double logarithm, double shortest, double longest) {
    return shortest * Math.pow(longest / shortest, logarithm);
  }

  /** With noise of 0.5 of a step 44 of 100 updates show the value of the one before. */
  @Property(tries = 60)
  void aSensorThatUpdatesAboutAsOftenAsItIsPolledIsPolledOnceAnUpdate(
      @ForAll @DoubleRange(min = 0, max = 1) double logarithm,
      @ForAll @DoubleRange(min = 0.5, max = 20) double noise,
      @ForAll @LongRange(min = 0, max = 900) long callMicros,
      @ForAll @LongRange(min = 0, max = 800) long jitterMicros,
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    // The shortest one: two polls, their calls, and something for the jitter.
    double period = period(logarithm, 2.2 * (4 + callMicros / 1e3), 24);
    SensorRun run =
        new SensorRun(Noisy.of(period, noise, 1_000 * jitterMicros, seed), ORDINARY, seed)
            .calls(callMicros * 1_000)
            .run(90);

    assertThat(run.rate.followedNanos() / MILLI).isBetween(0.999 * period, 1.001 * period);
    assertThat(run.missedShare(SETTLED)).isLessThan(0.02);
    assertThat(run.pollsForAnUpdate(SETTLED)).isLessThan(1.4);
    assertThat(run.mostInASecond()).isLessThanOrEqualTo(MOST_IN_A_SECOND);
  }

  /**
   * Two polls an update, and now and then one in the middle. A period of which two are five polls
   * by rule, or nearly so, may not be told from others: it is polled by rule, then.
   */
  @Property(tries = 40)
  void aSensorThatUpdatesLessOftenIsPolledTwiceAnUpdateOrByRule(
      @ForAll @DoubleRange(min = 0, max = 1) double logarithm,
      @ForAll @DoubleRange(min = 0.5, max = 20) double noise,
      @ForAll @LongRange(min = 0, max = 3_000) long callMicros,
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    double period = period(logarithm, 24, 1_000);
    // Where 44 of 100 values stand 57 updates are to be waited for, and some more.
    long settledSeconds = 30 + Math.round(period / 8);
    SensorRun run =
        new SensorRun(Noisy.of(period, noise, seed), ORDINARY, seed)
            .calls(callMicros * 1_000)
            .run(2 * settledSeconds);

    assertThat(run.missedShare(0)).isLessThan(0.005);
    assertThat(run.pollsForAnUpdate(settledSeconds * SECOND)).isLessThan(3.05);
    assertThat(run.mostInASecond()).isLessThanOrEqualTo(MOST_IN_A_SECOND);
  }

  /** Some twenty a minute: what is lost is little more than what came while nothing was polled. */
  @Property(tries = 30)
  void stallsOfTheMachineCostTheUpdatesInThem(
      @ForAll @DoubleRange(min = 0, max = 1) double logarithm,
      @ForAll @LongRange(min = 20, max = 600) long stallMillis,
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    double period = period(logarithm, 9, 1_000);
    SensorRun run =
        new SensorRun(Noisy.of(period, 20, seed), ORDINARY, seed)
            .calls(MILLI / 5)
            .stalls(3 * SECOND, stallMillis * MILLI)
            .run(90);

    double inStalls = stallMillis / 3_000.0;
    assertThat(run.missedShare(SETTLED)).isLessThan(inStalls + 0.03);
    assertThat(run.mostInASecond()).isLessThanOrEqualTo(MOST_IN_A_SECOND);
  }

  /** Of the updates that bring another value; those of a value that stands cannot be told. */
  @Property(tries = 30)
  void aLoadThatComesAndGoesIsFollowedWhileItIsThere(
      @ForAll @DoubleRange(min = 0, max = 1) double logarithm,
      @ForAll @LongRange(min = 5, max = 40) long activeSeconds,
      @ForAll @LongRange(min = 5, max = 40) long quietSeconds,
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    double period = period(logarithm, 9, 24);
    Noisy active = Noisy.of(period, 20, seed);
    long turn = Math.round(1e3 * (activeSeconds + quietSeconds) / period);
    Sensor sensor =
        new Sensor() {
          @Override
          public long update(long nanos) {
            return active.update(nanos);
          }

          @Override
          public int value(long update) {
            boolean isQuiet = Math.floorMod(update, turn) < 1e3 * quietSeconds / period;
            return isQuiet ? 25_000 : active.value(update);
          }
        };

    SensorRun run = new SensorRun(sensor, ORDINARY, seed).run(300);

    // After each quiet stretch the period must be borne out again, for which a second is enough; in
    // two of some 2000 tries one stretch of a run was not followed.
    double oneStretch = (activeSeconds + quietSeconds) / 300.0;
    assertThat(run.missedShare(SETTLED)).isLessThan(0.02 + 1.0 / activeSeconds + oneStretch);
    assertThat(run.mostInASecond()).isLessThanOrEqualTo(MOST_IN_A_SECOND);
  }

  @Property(tries = 20)
  void aSensorThatIsTooFastIsPolledByRuleAndSeldomMore(
      @ForAll @DoubleRange(min = 0.1, max = 7) double period,
      @ForAll @DoubleRange(min = 0.5, max = 20) double noise,
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    SensorRun run = new SensorRun(Noisy.of(period, noise, seed), ORDINARY, seed).run(600);

    assertThat(run.rate.followedNanos()).isZero();
    assertThat(run.polls).hasSizeLessThan(600 * 50 * 11 / 10);
    assertThat(run.mostInASecond()).isLessThanOrEqualTo(MOST_IN_A_SECOND);
  }

  /** What was told wrongly costs some time, and no more. */
  @Property(tries = 30)
  void whateverWasToldTheSensorsOwnRateIsFound(
      @ForAll @DoubleRange(min = 0, max = 1) double logarithm,
      @ForAll @DoubleRange(min = 0, max = 1) double told,
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    double period = period(logarithm, 9, 500);
    var run = new SensorRun(Noisy.of(period, 20, seed), ORDINARY, seed);
    run.rate.suggest(period(told, 1, 2_000) * MILLI);

    run.run(60 + Math.round(period / 4));

    assertThat(run.missedShare(SETTLED)).isLessThan(0.02);
    assertThat(run.mostInASecond()).isLessThanOrEqualTo(MOST_IN_A_SECOND);
  }
}
