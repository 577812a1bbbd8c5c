package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sensors drawn at random, with forty edges each at random times: how often the class is told, and
 * how often wrongly, at any time on the way.
 */
class ClassOfRandomSensorsTest {
  private static final int FEW = 30;
  private static final int MANY = 200;
  private static final double LEAST_PERIOD = 0.015;
  private static final double MOST_PERIOD = 0.1;

  /** The same shares, less what thirty draws may differ by. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "PASS_THROUGH,    0.01, 0.01, 0.97",
    "BOXCAR,          0.25, 1,    0.7",
    "BOXCAR,          1,    12,   0.95",
    "FIRST_ORDER_LAG, 0.1,  2.5,  0.7",
    "FIRST_ORDER_LAG, 2.5,  30,   0.97"
  })
  void theClassIsReportedAndNotWrongly(
      SensorClass truth, double least, double most, double leastReported) {
    check(truth, least, most, leastReported, FEW);
  }

  /**
   * Constants are in update periods. The least share told is what such sensors reached (100, 85,
   * 99, 87 and 100 %) less what two hundred draws may differ by.
   */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "PASS_THROUGH,    0.01, 0.01, 0.97",
    "BOXCAR,          0.25, 1,    0.75",
    "BOXCAR,          1,    12,   0.95",
    "FIRST_ORDER_LAG, 0.1,  2.5,  0.77",
    "FIRST_ORDER_LAG, 2.5,  30,   0.97"
  })
  void theClassOfManyIsReportedAndNotWrongly(
      SensorClass truth, double least, double most, double leastReported) {
    check(truth, least, most, leastReported, MANY);
  }

  private static void check(
      SensorClass truth, double least, double most, double leastTold, int sensors) {
    int told = 0;
    int wrong = 0;
    int off = 0;
    for (int seed = 0; seed < sensors; seed++) {
      Random random = Seeds.random(1000L * truth.ordinal() + seed);
      double period = LEAST_PERIOD * Math.pow(MOST_PERIOD / LEAST_PERIOD, random.nextDouble());
      double constant = least * Math.pow(most / least, random.nextDouble()) * period;
      CalibrationRun run = run(response(truth, constant), constant, period, random, seed);
      SensorModel model = run.told;
      if (model != null) {
        told++;
        wrong += run.classes.equals(Set.of(truth)) ? 0 : 1;
        off += isOff(model, constant) ? 1 : 0;
      }
    }
    assertThat(wrong).as("told wrongly").isLessThanOrEqualTo(sensors / 100);
    assertThat(off).as("more than three errors off").isLessThanOrEqualTo(sensors / 100);
    assertThat(told).as("told").isGreaterThanOrEqualTo((int) (leastTold * sensors));
  }

  private static boolean isOff(SensorModel model, double constant) {
    double said = model.timeConstantSeconds() + model.windowSeconds();
    double error = model.timeConstantErrorSeconds() + model.windowErrorSeconds();
    return !(model instanceof PassThrough) && Math.abs(said - constant) > 3 * error;
  }

  private static Response response(SensorClass truth, double constant) {
    return switch (truth) {
      case PASS_THROUGH -> Response.passThrough();
      case BOXCAR -> Response.boxcar(constant);
      case FIRST_ORDER_LAG -> Response.lag(constant);
    };
  }

  private static CalibrationRun run(
      Response response, double constant, double period, Random random, int seed) {
    double idle = 20 + 60 * random.nextDouble();
    double busy = idle + 40 + 200 * random.nextDouble();
    double rest = 16 * period + 7 * constant;
    PowerTrace power = PowerTrace.from(idle);
    for (int edge = 0; edge < 40; edge++) {
      power.level(idle, rest * (1 + random.nextDouble()));
      power.level(busy, rest * (1 + random.nextDouble()));
    }
    double noise = 0.02 * Math.pow(20, random.nextDouble());
    Sensor sensor = new Sensor(response, period, period * random.nextDouble(), noise, 0.01);
    Polls polls =
        sensor.poll(power, 0, power.seconds(), Sensor.every(0.06 * period, 0.14 * period), seed);
    return CalibrationRun.of(polls);
  }
}
