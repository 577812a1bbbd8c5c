package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sensors drawn at random, with forty edges each at random times: how often the class is reported,
 * and how often wrongly, at any time on the way.
 */
class ClassOfRandomSensorsTest {
  private static final int FEW = 30;
  private static final int MANY = 200;
  private static final double LEAST_PERIOD = 0.015;
  private static final double MOST_PERIOD = 0.1;

  /**
   * A class, the least and the most constant in update periods, and the least share of sensors
   * whose class must be reported: what such sensors reached (100, 85, 99, 87 and 100 %) less what
   * thirty draws may differ by, and less what two hundred may.
   */
  static List<Arguments> sensors() {
    return List.of(
        Arguments.of(SensorClass.PASS_THROUGH, 0.01, 0.01, 0.97, 0.97),
        Arguments.of(SensorClass.BOXCAR, 0.25, 1, 0.7, 0.75),
        Arguments.of(SensorClass.BOXCAR, 1, 12, 0.95, 0.95),
        Arguments.of(SensorClass.FIRST_ORDER_LAG, 0.1, 2.5, 0.7, 0.77),
        Arguments.of(SensorClass.FIRST_ORDER_LAG, 2.5, 30, 0.97, 0.97));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("sensors")
  void theClassIsReportedAndNotWrongly(
      SensorClass truth, double least, double most, double leastOfFew, double leastOfMany) {
    check(truth, least, most, leastOfFew, FEW);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("sensors")
  void theClassOfManyIsReportedAndNotWrongly(
      SensorClass truth, double least, double most, double leastOfFew, double leastOfMany) {
    check(truth, least, most, leastOfMany, MANY);
  }

  private static void check(
      SensorClass truth, double least, double most, double leastReported, int sensors) {
    int reported = 0;
    int wrong = 0;
    int off = 0;
    for (int seed = 0; seed < sensors; seed++) {
      Random random = Seeds.random(1000L * truth.ordinal() + seed);
      double period = LEAST_PERIOD * Math.pow(MOST_PERIOD / LEAST_PERIOD, random.nextDouble());
      double constant = least * Math.pow(most / least, random.nextDouble()) * period;
      CalibrationRun run = run(response(truth, constant), constant, period, random, seed);
      SensorModel model = run.reported;
      if (model != null) {
        reported++;
        wrong += run.classes.equals(Set.of(truth)) ? 0 : 1;
        off += isOff(model, constant) ? 1 : 0;
      }
    }
    assertThat(wrong).as("reported wrongly").isLessThanOrEqualTo(sensors / 100);
    assertThat(off).as("more than three errors off").isLessThanOrEqualTo(sensors / 100);
    assertThat(reported).as("reported").isGreaterThanOrEqualTo((int) (leastReported * sensors));
  }

  private static boolean isOff(SensorModel model, double constant) {
    double said = model.timeConstantSeconds() + model.windowSeconds();
    double error = model.timeConstantErrorSeconds() + model.windowErrorSeconds();
    return model.sensorClass() != SensorClass.PASS_THROUGH && Math.abs(said - constant) > 3 * error;
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
