package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.policy.Ladders;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeatCeilingTest {
  private static final double LIMIT = 65;

  /** The own clock, and eight rungs below: the lowest is 200 of 1700 MHz. */
  private static final double LOWEST_CLOCK = 200.0 / 1700;

  private static HotDevice hot(boolean hasPowerLimit) {
    return new HotDevice(Seeds.random(7), hasPowerLimit, LIMIT);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeviceThatStaysBelowItsLimitIsLeftAlone(boolean hasPowerLimit) {
    HotDevice device = hot(hasPowerLimit);
    device.load = 0.3;
    assertThat(device.settledAtOwn()).isLessThan(LIMIT - 5);

    device.run(600);

    assertThat(device.clock()).isEqualTo(1);
    assertThat(device.limitShare()).isEqualTo(1);
  }

  /** Devices with a limit of power and without: loads that begin and end. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noDeviceIsAboveItsLimitByMoreThanWasStatedAndNoneIsSlowerThanItMustBe(boolean withLimit) {
    assertHeld(withLimit, 0, 5);
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noneOfMoreDevicesIs(boolean withLimit) {
    assertHeld(withLimit, 5, 33);
  }

  private static void assertHeld(boolean withLimit, int from, int to) {
    double most = Double.NEGATIVE_INFINITY;
    double slack = 0;
    int held = 0;
    for (int seed = from; seed < to; seed++) {
      Random random = Seeds.random(1000 + seed);
      var device = new HotDevice(random, withLimit, LIMIT);
      for (int i = 0; i < 12; i++) {
        device.load = random.nextDouble();
        device.run(5 + 60 * random.nextDouble());
      }
      assertThat(device.beyondStated).as("seed %d", seed).isLessThanOrEqualTo(0);
      device.load = 1;
      device.run(400);
      if (device.settledAtOwn() > LIMIT + 1) {
        double highest = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (int i = 0; i < 1200; i++) {
          device.run(0.1);
          highest = Math.max(highest, device.celsius());
          sum += device.celsius();
        }
        held++;
        most = Math.max(most, highest - LIMIT);
        slack += LIMIT - sum / 1200;
      }
    }
    System.out.printf(
        "heat, limit of power %b: %d held, at most %.2f K above, %.2f K below on average%n",
        withLimit, held, most, slack / held);
    assertThat(held).isGreaterThan((to - from) * 3 / 5);
    // A kelvin for loads that were seen before, half a step of the sensor, and a standard error.
    assertThat(most).isLessThan(2);
    // One of eight rungs is some 5 K, and the guard keeps a standard error of about a kelvin.
    assertThat(slack / held).isLessThan(5);
  }

  @Test
  void aLoadThatHeatsIsLoweredInTimeAndTheDecisionSaysWhy() {
    HotDevice device = hot(false);
    device.run(60);
    device.load = 1;
    device.run(120);

    assertThat(device.clock()).isBetween(LOWEST_CLOCK, 0.95);
    assertThat(device.celsius()).isLessThan(LIMIT + 1);
    assertThat(device.newest.orElseThrow().detail())
        .contains("Guard 'thermal': ", "by the device's own sensor alone", "limit 65 C");
    assertThat(device.state.counts().byLabel(LoopCounts.Kind.NARROWED)).containsKey("thermal");
    HeatGuard said = device.newest.orElseThrow().heat();
    assertThat(said).isNotNull();
    assertThat(said.limitCelsius()).isEqualTo(LIMIT);
    assertThat(said.doubt()).isEqualTo(SensorDoubt.NONE);
    assertThat(said.words()).contains("by its own sensor when that was decided", "at most");
  }

  @Test
  void theFirstDecisionOfAHotDeviceHasTheGuardAsItsReason() {
    HotDevice device = hot(true);
    device.load = 1;
    double waited = 0;
    while (device.limitShare() == 1 && waited < 600) {
      device.run(0.1);
      waited += 0.1;
    }
    assertThat(device.newest.orElseThrow().reason()).isEqualTo(LoopReason.THERMAL);
  }

  @Test
  void aTemperatureThatStopsComingLeadsToTheLowestSettingsAndBackWhenItComes() {
    HotDevice device = hot(false);
    device.load = 0.3;
    device.run(60);
    assertThat(device.clock()).isEqualTo(1);

    device.hasCounters = false;
    device.run(9);
    assertThat(device.clock()).isEqualTo(LOWEST_CLOCK);
    assertThat(device.newest.orElseThrow().detail()).contains("has not come for too long");
    assertThat(device.newest.orElseThrow().heat())
        .isEqualTo(new HeatGuard(LIMIT, null, null, SensorDoubt.STALE));

    device.hasCounters = true;
    device.run(60);
    assertThat(device.clock()).isEqualTo(1);
  }

  @Test
  void aTemperatureThatStandsStillWhilePowerMovesIsNotBelieved() {
    HotDevice device = hot(false);
    device.run(60);
    device.sensor = celsius -> 40;
    device.run(60);
    assertThat(device.clock()).as("power stands still as well").isEqualTo(1);

    device.load = 1;
    device.run(45);
    assertThat(device.clock()).isEqualTo(LOWEST_CLOCK);
    assertThat(device.newest.orElseThrow().detail()).contains("stands still");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 255, 1000, -40})
  void aTemperatureThatCannotBeIsNotBelieved(double shown) {
    HotDevice device = hot(true);
    device.load = 0.3;
    device.run(120);
    assertThat(device.limitShare()).isEqualTo(1);

    device.sensor = celsius -> shown;
    device.run(3.5);
    assertThat(device.limitShare()).isLessThan(0.3);
    assertThat(device.clock()).isEqualTo(LOWEST_CLOCK);

    device.sensor = celsius -> celsius;
    device.run(90);
    assertThat(device.limitShare()).isEqualTo(1);
  }

  @Test
  void withoutPowerNothingIsPredicted() {
    HotDevice device = hot(false);
    device.load = 0.3;
    device.run(60);
    device.hasPower = false;
    device.run(10);
    assertThat(device.clock()).isEqualTo(LOWEST_CLOCK);
  }

  /**
   * A load begins while no power comes, as on a node that is slow to start it: the device goes to
   * its lowest settings, of which nothing says what higher ones take. It must find out.
   */
  @Test
  void aDeviceThatWasThrottledBeforeItsPowerCameComesBack() {
    double slack = 0;
    int held = 0;
    for (int seed = 0; seed < 25; seed++) {
      var device = new HotDevice(Seeds.random(2000 + seed), false, LIMIT);
      device.load = 0;
      device.run(20);
      device.hasPower = false;
      device.load = 1;
      device.run(12);
      assertThat(device.clock()).isEqualTo(LOWEST_CLOCK);
      device.hasPower = true;
      device.run(10);
      // Before, a load began of which nothing was known: more than half as much again was seen.
      device.beyondStated = Double.NEGATIVE_INFINITY;
      device.run(300);
      assertThat(device.beyondStated).as("seed %d", seed).isLessThanOrEqualTo(0);
      if (device.settledAtOwn() > LIMIT + 1) {
        double sum = 0;
        for (int i = 0; i < 600; i++) {
          device.run(0.1);
          sum += device.celsius();
        }
        // Two of eight rungs, and what the guard keeps: a standard error and the sensor's step.
        assertThat(LIMIT - sum / 600).as("seed %d", seed).isLessThan(12);
        held++;
        slack += LIMIT - sum / 600;
      }
    }
    assertThat(held).isGreaterThan(15);
    // As where power was known all along: one of eight rungs is some 5 K, and a standard error.
    assertThat(slack / held).isLessThan(5);
  }

  /**
   * As AMD's cards have them: from the lowest clock to the next it is more than twice, by which no
   * law that is safe lets a device stay that was never seen there. One of 25 stayed 9 K below its
   * limit at its lowest clock, and a stand-in of AMD's 12 K, before such a clock was tried.
   */
  @Test
  void aDeviceWhoseLowestClockIsFarBelowTheNextComesBackFromThere() {
    ValueGrid clocks = ValueGrid.of(List.of(300L, 700L, 950L, 1150L, 1300L, 1450L, 1600L, 1700L));
    int held = 0;
    for (int seed = 0; seed < 25; seed++) {
      var device = new HotDevice(Seeds.random(3000 + seed), false, LIMIT, clocks);
      device.seconds[1] = 12;
      device.load = 0;
      device.run(20);
      device.hasCounters = false;
      device.load = 1;
      device.run(12);
      assertThat(device.clock()).isLessThan(0.2);
      device.hasCounters = true;
      device.run(10);
      device.beyondStated = Double.NEGATIVE_INFINITY;
      double highest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < 3000; i++) {
        device.run(0.1);
        highest = Math.max(highest, device.celsius());
      }
      assertThat(device.beyondStated).as("seed %d", seed).isLessThanOrEqualTo(0);
      assertThat(highest).as("seed %d", seed).isLessThan(LIMIT + 2);
      if (device.settledAtOwn() > LIMIT + 1) {
        double sum = 0;
        for (int i = 0; i < 600; i++) {
          device.run(0.1);
          sum += device.celsius();
        }
        // As with other clocks: a rung of 5 K, and what the guard keeps.
        assertThat(LIMIT - sum / 600).as("seed %d", seed).isLessThan(7);
        held++;
      }
    }
    assertThat(held).isGreaterThan(15);
  }

  /**
   * Two devices of one kind at rest, of which one reports its limit of power, that nobody here may
   * set: a device of 900 W gains less from each watt than one of which 90 W are all that is known.
   */
  @Test
  void aLimitOfPowerThatMayNotBeSetSaysHowADeviceHeats() {
    var tunable =
        new Tunable(
            TunableName.POWER_LIMIT,
            TunableUnit.MILLIWATTS,
            ValueGrid.evenly(400_000, 900_000, 1000),
            OptionalLong.of(900_000),
            false);
    Ladders ladders = Ladders.of(List.of(tunable), Map.of());
    assertThat(ladders.names()).isEmpty();
    var unknown = new HeatCeiling(HotDevice.MODEL, 45);
    var large = new HeatCeiling(HotDevice.MODEL, 45);
    large.describe(List.of(tunable));
    for (HeatCeiling each : List.of(unknown, large)) {
      for (int i = 1; i <= 1200; i++) {
        long nanos = i * 100_000_000L;
        each.power(nanos, 90, ladders);
        if (i % 10 == 0) {
          each.counters(temperature(nanos, 42));
        }
      }
    }
    assertThat(large.statedError(ladders)).isPositive();
    assertThat(large.statedError(ladders)).isLessThan(unknown.statedError(ladders) - 2);
  }

  private static CounterReading temperature(long nanos, double celsius) {
    return new CounterReading(
        "n/a",
        1,
        nanos - 1_000_000_000L,
        nanos,
        null,
        null,
        null,
        List.of(
            new CounterValue("temperature.gpu", CounterUnit.CELSIUS, CounterKind.LAST, celsius)),
        false);
  }

  @Test
  void aControllerThatStartsAnewKnowsWhatTheDeviceIsAndGoesOn() {
    HotDevice device = hot(false);
    device.load = 1;
    device.run(200);
    double before = device.clock();
    assertThat(before).isLessThan(1);

    device.restart();
    double highest = 0;
    for (int i = 0; i < 600; i++) {
      device.run(0.1);
      highest = Math.max(highest, device.celsius());
    }
    assertThat(device.state.heat).isNotNull();
    assertThat(device.state.heat.model()).isEqualTo(HotDevice.MODEL);
    // Until temperature and power have come nothing is known; two seconds at the own clock.
    assertThat(highest).isLessThan(LIMIT + 8);
    assertThat(device.clock()).isBetween(LOWEST_CLOCK, 0.95);
  }
}
