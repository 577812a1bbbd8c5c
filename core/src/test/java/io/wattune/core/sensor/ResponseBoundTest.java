package io.wattune.core.sensor;

import static io.wattune.core.simulated.Sensor.every;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResponseBoundTest {
  private static final double MS = 1e-3;

  /** Loads that start and end at random, at any power that a board can take. */
  private static PowerTrace loads(Random random, double seconds) {
    PowerTrace power = PowerTrace.from(60).hold(1);
    while (power.seconds() < seconds) {
      double load = 100 + 1300 * random.nextDouble();
      power.level(load, 0.02 + random.nextDouble()).level(60, 0.05 + random.nextDouble());
    }
    return power;
  }

  private static double mostSeconds(Response response, double period, long seed) {
    Random random = Seeds.random(seed);
    Sensor sensor = new Sensor(response, period, period * random.nextDouble(), 0.05, 0.01);
    PowerTrace power = loads(random, 20);
    CalibrationRun run =
        CalibrationRun.of(sensor.poll(power, 0, power.seconds(), every(4 * MS, 9 * MS), seed));
    return ResponseBound.mostSeconds(run.state);
  }

  @Test
  void noLoadOfABoardMovesAReadingFasterThanItsResponseAllows() {
    for (long seed = 0; seed < 20; seed++) {
      double constant = 0.02 + 0.05 * seed;
      assertThat(mostSeconds(Response.lag(constant), 0.015, seed)).isGreaterThan(constant);
      assertThat(mostSeconds(Response.boxcar(constant), 0.1, seed)).isGreaterThan(constant);
    }
  }

  @Test
  void steepLoadsBoundAShortResponse() {
    // A step of 1,300 W within two periods of 20 ms and a poll is 27 kW/s; the ninth steepest less.
    assertThat(mostSeconds(Response.boxcar(0.02), 0.02, 3)).isLessThan(0.25);
  }

  @Test
  void aNodeOfManyBoardsMayTakeMore() {
    // Eight boards that start at once, seen by a mean of ten seconds.
    Sensor sensor = new Sensor(Response.boxcar(10), 1, 0.3, 5, 1);
    PowerTrace power = PowerTrace.from(2000).hold(12);
    for (int i = 0; i < 6; i++) {
      power.level(9000, 3).level(2000, 14);
    }

    CalibrationRun run =
        CalibrationRun.of(sensor.poll(power, 0, power.seconds(), every(0.2, 0.3), 1));

    assertThat(ResponseBound.mostSeconds(run.state)).isGreaterThan(10);
  }

  @Test
  void someBrokenValuesDecideNothing() {
    Sensor sensor = new Sensor(Response.lag(0.5), 0.1, 0.02, 0.05, 0.01);
    PowerTrace power = PowerTrace.from(60).hold(3).level(300, 5).level(60, 5);
    var polls = sensor.poll(power, 0, power.seconds(), every(8 * MS, 9 * MS), 1);
    for (int broken = 1; broken <= 4; broken++) {
      polls.values()[broken * polls.size() / 5] = 1_400_000;
    }

    CalibrationRun run = CalibrationRun.of(polls);

    assertThat(ResponseBound.mostSeconds(run.state)).isGreaterThan(0.5);
  }

  @Test
  void isToldWhereItSaysMuchMore() {
    Sensor sensor = new Sensor(Response.boxcar(0.025), 0.02, 0.003, 0.05, 0.01);
    PowerTrace power = loads(Seeds.random(5), 20);

    CalibrationRun run =
        CalibrationRun.of(sensor.poll(power, 0, power.seconds(), every(4 * MS, 5 * MS), 1));

    assertThat(run.bounds).isNotEmpty().hasSizeLessThan(8);
    for (int i = 1; i < run.bounds.size(); i++) {
      assertThat(run.bounds.get(i)).isLessThanOrEqualTo(0.5 * run.bounds.get(i - 1));
    }
    // Two errors of the narrowest bound reach the response.
    assertThat(2 * run.bounds.get(run.bounds.size() - 1)).isGreaterThan(0.0125);
  }
}
