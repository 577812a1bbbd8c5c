package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.meter.MeterFit.Kind;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** A made-up card: idle for 1 s, loaded for 6 s, idle for 2 s; the sensor needs 50 ms to follow. */
final class MeterFitterTest {
  private static final long T0 = 1_689_268_532_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final Interval LOAD = new Interval(T0 + 1000 * MILLI, T0 + 7000 * MILLI);
  private static final double LAG_SECONDS = 0.05;

  private record Recording(MeterTrace meter, long[] times, int[] milliwatts) {
    MeterFitResult fit(List<Interval> activities) {
      return MeterFitter.fit(
          meter, times, milliwatts, PowerUnit.MILLIWATTS, activities, 2000 * MILLI);
    }
  }

  private static double power(long nanos, double idle, double loaded) {
    return nanos >= LOAD.startNanos() && nanos < LOAD.endNanos() ? loaded : idle;
  }

  /** {@code true = gain * sensor + offset}; noise of the meter in watts. */
  private static Recording record(
      double idle, double loaded, double gain, double offset, double noise, long seed) {
    return record(9, idle, loaded, gain, offset, noise, seed);
  }

  private static Recording record(
      int seconds,
      double idle,
      double loaded,
      double gain,
      double offset,
      double noise,
      long seed) {
    var random = new Random(seed);
    var meterTimes = new long[2_000 * seconds];
    var watts = new double[meterTimes.length];
    for (int i = 0; i < watts.length; i++) {
      meterTimes[i] = T0 + i * MILLI / 2;
      watts[i] = power(meterTimes[i], idle, loaded) + noise * random.nextGaussian();
    }
    var times = new long[100 * seconds];
    var values = new int[times.length];
    double seen = idle;
    for (int i = 0; i < values.length; i++) {
      times[i] = T0 + 10 * i * MILLI;
      double target = power(times[i], idle, loaded);
      seen = target + (seen - target) * Math.exp(-0.01 / LAG_SECONDS);
      values[i] = (int) Math.round(1000 * (seen - offset) / gain);
    }
    return new Recording(new MeterTrace(meterTimes, watts), times, values);
  }

  @Property(tries = 100)
  void recoversGainAndOffsetOfAnyCard(
      @ForAll @DoubleRange(min = 20, max = 120) double idle,
      @ForAll @DoubleRange(min = 200, max = 700) double loaded,
      @ForAll @DoubleRange(min = 0.9, max = 1.1) double gain,
      @ForAll @DoubleRange(min = -10, max = 10) double offset,
      @ForAll long seed) {
    Recording recording = record(idle, loaded, gain, offset, 3, seed);

    MeterFit fit = (MeterFit) recording.fit(List.of(LOAD));

    assertThat(fit.kind()).isEqualTo(Kind.GAIN_AND_OFFSET);
    // The only error here is the meter's noise, 3 W over 1900 and 5400 readings: 0.07 W and 0.04 W
    // on the plateaus; five times that, and the rounding to a milliwatt.
    double contrast = (loaded - idle) / gain;
    assertThat(fit.gain()).isCloseTo(gain, within(5 * 0.08 / contrast));
    assertThat(trueWatts(fit, (idle - offset) / gain)).isCloseTo(idle, within(5 * 0.07));
    assertThat(trueWatts(fit, (loaded - offset) / gain)).isCloseTo(loaded, within(5 * 0.04));
  }

  @Test
  void countsTheChoiceOfThePlateausWhereNothingElseIsWrong() {
    MeterFit fit = (MeterFit) record(60, 100, 0.974, -0.4, 0, 1).fit(List.of(LOAD));

    double idleSensor = (60 + 0.4) / 0.974;
    double loadedSensor = (100 + 0.4) / 0.974;
    // Rounding to a milliwatt is all that is left beside 0.3 % of each plateau.
    assertThat(trueErrorWatts(fit, idleSensor)).isCloseTo(0.003 * 60, within(0.001));
    assertThat(trueErrorWatts(fit, loadedSensor)).isCloseTo(0.003 * 100, within(0.001));
    assertThat(fit.gainError())
        .isCloseTo(Math.hypot(0.18, 0.3) / (loadedSensor - idleSensor), within(1e-4));
    // Taken as independent, the two errors would be several times too large in the middle.
    double middle = 0.5 * (idleSensor + loadedSensor);
    assertThat(trueErrorWatts(fit, middle)).isCloseTo(0.5 * Math.hypot(0.18, 0.3), within(0.001));
    assertThat(Math.hypot(middle * fit.gainError(), fit.offsetErrorWatts()))
        .isGreaterThan(4 * trueErrorWatts(fit, middle));
  }

  /** With much noise the stated error must be what the fits scatter by. */
  @Test
  void statesTheErrorThatFitsReallyHave() {
    double squaredPulls = 0;
    int fits = 200;
    double sensor = (60 + 0.4) / 0.974;
    for (int seed = 0; seed < fits; seed++) {
      MeterFit fit = (MeterFit) record(60, 100, 0.974, -0.4, 30, seed).fit(List.of(LOAD));
      // The floor stands for something that is not in these recordings.
      double error = Math.sqrt(Math.pow(trueErrorWatts(fit, sensor), 2) - Math.pow(0.003 * 60, 2));
      squaredPulls += Math.pow((trueWatts(fit, sensor) - 60) / error, 2);
    }

    // 9 blocks: Student's t with 8 degrees of freedom has variance 8/6 = 1.33; its mean over 200
    // fits scatters by about 0.17. Four times that to each side.
    assertThat(squaredPulls / fits).isBetween(0.65, 2.0);
  }

  @Test
  void takesAGainOnlyWhereOnlyOnePlateauExists() {
    Recording recording = record(60, 100, 0.95, 0, 0, 1);
    var shortLoad = new Interval(LOAD.startNanos(), LOAD.startNanos() + 500 * MILLI);
    var loadFromTheStart = new Interval(T0, LOAD.endNanos());

    MeterFit idleOnly = (MeterFit) recording.fit(List.of(shortLoad));
    MeterFit loadedOnly = (MeterFit) recording.fit(List.of(loadFromTheStart));

    assertThat(idleOnly.kind()).isEqualTo(Kind.GAIN_ONLY);
    assertThat(idleOnly.gain()).isCloseTo(0.95, within(1e-4));
    assertThat(idleOnly.gainError()).isCloseTo(0.003 * 0.95, within(1e-5));
    assertThat(idleOnly.offsetWatts()).isZero();
    assertThat(idleOnly.sentence()).contains("one plateau").contains("near 63.2 W");
    assertThat(loadedOnly.kind()).isEqualTo(Kind.GAIN_ONLY);
    assertThat(loadedOnly.gain()).isCloseTo(0.95, within(1e-4));
    assertThat(loadedOnly.sentence()).contains("near 105.3 W");
  }

  @Test
  void takesAGainOnlyWhereThePlateausAreTooAlike() {
    MeterFit fit = (MeterFit) record(100, 105, 0.95, 0, 0, 1).fit(List.of(LOAD));

    assertThat(fit.kind()).isEqualTo(Kind.GAIN_ONLY);
    assertThat(fit.gain()).isCloseTo(0.95, within(1e-4));
    assertThat(fit.sentence()).contains("too alike");
  }

  @Test
  void takesTheLongestActivityAndTheFirstStart() {
    Recording recording = record(60, 100, 0.95, 2, 0, 1);
    var later = new Interval(T0 + 8000 * MILLI, T0 + 8900 * MILLI);

    MeterFit fit = (MeterFit) recording.fit(List.of(later, LOAD));

    assertThat(fit.kind()).isEqualTo(Kind.GAIN_AND_OFFSET);
    assertThat(fit.gain()).isCloseTo(0.95, within(1e-3));
  }

  @Test
  void idleTimeAfterTheLoadCountsAsMuchAsThatBefore() {
    Recording recording = record(12, 60, 100, 0.95, 2, 0, 1);
    // The sensor has moved: from 9 s on, 30 blocks of it beside 9 before the load.
    for (int i = 900; i < recording.milliwatts().length; i++) {
      recording.milliwatts()[i] += 400;
    }

    MeterFit fit = (MeterFit) recording.fit(List.of(LOAD));

    double between = (60 - 2) / 0.95 + 0.4 * 30 / 39;
    assertThat(trueWatts(fit, between)).isCloseTo(60, within(0.01));
  }

  @Test
  void idleTimeInWhichThePowerSteppedIsLeftOut() {
    Recording recording = record(12, 60, 100, 0.95, 2, 0, 1);
    double[] watts = new double[24_000];
    long[] times = new long[24_000];
    for (int i = 0; i < watts.length; i++) {
      times[i] = T0 + i * MILLI / 2;
      watts[i] = i < 21_000 ? power(times[i], 60, 100) : 30;
    }
    // The sensor has not seen the step yet, so that it would be off by 7 W on the average.
    Recording stepped =
        new Recording(new MeterTrace(times, watts), recording.times(), recording.milliwatts());

    MeterFit fit = (MeterFit) stepped.fit(List.of(LOAD));

    assertThat(fit.gain()).isCloseTo(0.95, within(1e-3));
    assertThat(fit.offsetWatts()).isCloseTo(2, within(0.1));
  }

  @Test
  void leavesOutPollsWithoutReading() {
    Recording recording = record(60, 100, 0.95, 2, 0, 1);
    for (int i = 0; i < recording.milliwatts().length; i += 3) {
      recording.milliwatts()[i] = PollBlock.MISSING;
    }

    MeterFit fit = (MeterFit) recording.fit(List.of(LOAD));

    assertThat(fit.gain()).isCloseTo(0.95, within(1e-3));
    assertThat(fit.offsetWatts()).isCloseTo(2, within(0.1));
  }

  @Test
  void saysWhyThereIsNoFit() {
    Recording recording = record(60, 100, 0.95, 0, 0, 1);
    var shifted = recording.times().clone();
    for (int i = 0; i < shifted.length; i++) {
      shifted[i] += 3_600_000 * MILLI;
    }

    assertThat(recording.fit(List.of()).sentence()).contains("0 activities");
    assertThat(new Recording(recording.meter(), shifted, recording.milliwatts()).fit(List.of(LOAD)))
        .isInstanceOfSatisfying(
            NoMeterFit.class,
            none -> assertThat(none.sentence()).contains("3591 s").contains("time zone"));
    assertThat(recording.fit(List.of(new Interval(T0, T0 + 500 * MILLI))).sentence())
        .contains("neither an idle stretch");
    assertThat(record(60, 100, 0.3, 0, 0, 1).fit(List.of(LOAD)))
        .isInstanceOfSatisfying(
            NoMeterFit.class, none -> assertThat(none.sentence()).contains("factor of two"));
  }

  private static double trueWatts(MeterFit fit, double sensorWatts) {
    return fit.gain() * sensorWatts + fit.offsetWatts();
  }

  private static double trueErrorWatts(MeterFit fit, double sensorWatts) {
    double variance =
        Math.pow(sensorWatts * fit.gainError(), 2)
            + 2 * sensorWatts * fit.covarianceWatts()
            + Math.pow(fit.offsetErrorWatts(), 2);
    // Rounding may leave a tiny negative number between the plateaus.
    return Math.sqrt(Math.max(0, variance));
  }
}
