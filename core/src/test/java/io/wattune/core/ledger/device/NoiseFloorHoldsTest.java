package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * At the floor that is stated, the ledger against simulated sensors: as their profile says, but for
 * constants and delay, which differ from it by its standard errors.
 */
class NoiseFloorHoldsTest {
  private static final double IDLE = 60;
  private static final double SWING = 200;
  private static final double POLL = 0.01;
  private static final double NOISE = 0.2;
  private static final int LOADS = 200;

  /**
   * By how much two stated errors may differ from what is said: a floor is found on a ladder of
   * lengths, and takes the worse side of a delay, an entry the best of three fits.
   */
  private static final double FACTOR = 1.6;

  private static final double WITHIN = NoiseFloor.PERCENT / 100.0;

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"lag, 0.84, 0.015"})
  void loadsAtTheFloorAreKnownAsSaid(String kind, double constant, double period) {
    assertTheFloorHolds(kind, constant, period);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "lag, 0.05, 0.015",
    "none, 0, 0.015",
    "none, 0, 0.1",
    "boxcar, 0.025, 0.1",
    "boxcar, 0.01, 0.02",
    "boxcar, 0.1, 0.1",
    "boxcar, 1, 0.1"
  })
  void thoseOfOtherSensorsAreToo(String kind, double constant, double period) {
    assertTheFloorHolds(kind, constant, period);
  }

  private static void assertTheFloorHolds(String kind, double constant, double period) {
    SensorProfile profile = profile(kind, constant, period);
    NoiseFloor floor = NoiseFloor.of(profile, POLL, new PowerRange(IDLE, IDLE + SWING));

    for (NoiseFloor.ShortestLoad load : floor.shortest()) {
      if (load.seconds() != null) {
        check(profile, profile, load.watts(), load.seconds(), WITHIN / FACTOR);
      }
    }
    for (NoiseFloor.SmallestLoad load : floor.smallest()) {
      if (load.watts() != null) {
        check(profile, profile, load.watts(), load.seconds(), WITHIN / FACTOR);
      }
    }
  }

  /** What shows itself in the one load is learned from it, and then known far better. */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"lag, 0.05, 0.015", "none, 0, 0.1", "boxcar, 0.025, 0.1", "boxcar, 1, 0.1"})
  void ofASensorOfWhichNothingIsKnownTheFloorHoldsAsWell(
      String kind, double constant, double period) {
    SensorProfile prior =
        ProfileChoice.prior(Polls.DEVICE, Polls.SIGNAL).scaled("prior", 1, 0, 0, 0, 0);
    NoiseFloor floor = NoiseFloor.of(prior, POLL, new PowerRange(IDLE, IDLE + SWING));
    NoiseFloor.ShortestLoad highest = floor.shortest().get(0);

    check(
        prior,
        profile(kind, constant, period),
        highest.watts(),
        Objects.requireNonNull(highest.seconds()),
        0);
  }

  private static void check(
      SensorProfile profile,
      SensorProfile truth,
      double watts,
      double seconds,
      double leastStated) {
    int within = 0;
    double squares = 0;
    for (int seed = 0; seed < LOADS; seed++) {
      Random random = Seeds.random(seed);
      Sensor sensor = sensor(truth, random);
      double start = 8 + random.nextDouble();
      double end = start + seconds;
      PowerTrace power =
          PowerTrace.from(IDLE).hold(start).level(IDLE + watts, seconds).level(IDLE, 8);
      LedgerRun run = LedgerRun.given(profile);
      run.state.lowestWatts = IDLE;
      run.state.highestWatts = IDLE + SWING;
      run.take(sensor.poll(power, 0, end + 8, Sensor.every(0.9 * POLL, 1.1 * POLL), seed))
          .kernel("x", start, end)
          .end();
      double size = watts * seconds;
      double error = (run.joules("x") - power.joules(start, end)) / size;
      within += Math.abs(error) <= WITHIN ? 1 : 0;
      double stated = 2 * run.errorJoules("x") / size;
      squares += stated * stated / LOADS;
    }
    String at = watts + " W for " + seconds + " s";
    assertThat(within).as("within, " + at).isGreaterThanOrEqualTo(LOADS * 95 / 100);
    assertThat(Math.sqrt(squares))
        .as("two stated errors, " + at)
        .isBetween(leastStated, WITHIN * FACTOR);
  }

  private static Sensor sensor(SensorProfile profile, Random random) {
    double constant =
        profile.timeConstantSeconds()
            + profile.windowSeconds()
            + (profile.timeConstantErrorSeconds() + profile.windowErrorSeconds())
                * random.nextGaussian();
    Response response =
        switch (profile.sensorClass()) {
          case PASS_THROUGH -> Response.passThrough();
          case FIRST_ORDER_LAG -> Response.lag(constant);
          case BOXCAR -> Response.boxcar(constant);
        };
    double delay = profile.delayErrorSeconds() * random.nextGaussian();
    double period = profile.updatePeriodSeconds();
    return new Sensor(
        response.delayed(delay), period, period * random.nextDouble(), profile.noiseWatts(), 0.001);
  }

  private static SensorProfile profile(String kind, double constant, double period) {
    SensorModel response =
        switch (kind) {
          case "lag" -> SensorModel.lag(constant, 0.01 * constant);
          case "boxcar" -> SensorModel.boxcar(constant, 0.01 * constant);
          default -> SensorModel.passThrough(0);
        };
    return new SensorProfile(
        "given",
        Polls.DEVICE,
        Polls.SIGNAL,
        response,
        ProfileSource.GIVEN,
        period,
        0,
        Math.max(0.002, period / 4),
        1,
        0,
        0,
        0,
        0,
        NOISE,
        0,
        Long.MIN_VALUE);
  }
}
