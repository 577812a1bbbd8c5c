package io.wattune.core.thermal.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeatWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private final HeatWatch watch = new HeatWatch(300);
  private long nanos = 1000 * SECOND;

  /** Sensors in steps of up to 1 K that work, for 400 s each of 100 drawn devices. */
  @Test
  void aSensorThatWorksIsSeldomDoubted() {
    int doubted = 0;
    int all = 0;
    for (int seed = 0; seed < 100; seed++) {
      var device = new DrawnHeat(Seeds.random(seed));
      var each = new HeatWatch(device.highestWatts);
      for (int i = 1; i <= 4000; i++) {
        device.step();
        nanos += SECOND / 10;
        each.power(nanos, device.watts());
        if (i % 10 == 0) {
          each.temperature(nanos, device.shown());
          all++;
          doubted += each.doubt() == SensorDoubt.NONE ? 0 : 1;
        }
      }
    }
    // One second in a thousand at the lowest settings costs a thousandth.
    assertThat(doubted).isLessThan(all / 1000);
  }

  @Test
  void aSensorThatIsReadSeldomIsNotStaleBetweenTwoReadings() {
    for (int i = 0; i < 200; i++) {
      power(100);
      if (i % 100 == 0) {
        watch.temperature(nanos, 50);
      }
      assertThat(watch.doubt()).isIn(SensorDoubt.NONE, SensorDoubt.STALE);
    }
    for (int i = 0; i < 200; i++) {
      power(100);
      if (i % 100 == 0) {
        watch.temperature(nanos, 50);
      }
      assertThat(watch.doubt()).as("it comes each ten seconds").isEqualTo(SensorDoubt.NONE);
    }
  }

  @Test
  void noTemperatureAtAllIsToldAfterAWhile() {
    for (int i = 0; i < 290; i++) {
      power(100);
    }
    assertThat(watch.doubt()).isEqualTo(SensorDoubt.NONE);
    assertThat(watch.predict(100, 0)).isEmpty();
    for (int i = 0; i < 20; i++) {
      power(100);
    }
    assertThat(watch.doubt()).isEqualTo(SensorDoubt.NEVER);
  }

  @Test
  void oneReadingFarFromWhatIsExpectedIsDoubtedAndFiveAreBelieved() {
    for (int i = 0; i < 600; i++) {
      power(100);
      shown(i, 50);
    }
    for (int i = 0; i < 40; i++) {
      power(100);
      shown(i, 90);
      if (i > 10) {
        assertThat(watch.doubt()).isEqualTo(SensorDoubt.ABSURD);
      }
    }
    for (int i = 0; i < 30; i++) {
      power(100);
      shown(i, 90);
    }
    assertThat(watch.doubt()).isEqualTo(SensorDoubt.NONE);
    assertThat(watch.predict(100, 0).orElseThrow().celsius()).isBetween(88.0, 92.0);
  }

  /** Temperatures come before power where the broker was away when the agent began. */
  @Test
  void aSensorThatStoodStillBeforeAnyPowerCameIsFoundOutToo() {
    watch.temperature(nanos, 40);
    for (int i = 0; i < 300; i++) {
      power(50);
      shown(i, 40);
    }
    assertThat(watch.doubt()).isEqualTo(SensorDoubt.NONE);
    for (int i = 0; i < 300; i++) {
      power(300);
      shown(i, 40);
    }
    assertThat(watch.doubt()).isEqualTo(SensorDoubt.FROZEN);
  }

  /**
   * A device that was at rest, and whose load began while nothing was known of its power, is then
   * at its lowest clock. By what 60 W at rest say of its size, 45 W more would heat it by 10 K in
   * four seconds; a device of 300 W has half a kelvin for each watt at most, in the end.
   */
  @Test
  void howADeviceHeatsIsGuessedByTheMostThatItIsKnownToTake() {
    var small = new HeatWatch(150);
    var large = new HeatWatch(150);
    large.scale(600);
    for (int i = 0; i < 1200; i++) {
      nanos += SECOND / 10;
      for (HeatWatch each : List.of(small, large)) {
        each.power(nanos, 90);
        if (i % 10 == 0) {
          each.temperature(nanos, 42);
        }
      }
    }
    Prediction ofSmall = small.predict(135, 4).orElseThrow();
    Prediction ofLarge = large.predict(135, 4).orElseThrow();
    assertThat(ofLarge.celsius()).isLessThan(ofSmall.celsius() - 2);
    assertThat(ofLarge.upper()).isLessThan(ofSmall.upper() - 3);
  }

  private void power(double watts) {
    nanos += SECOND / 10;
    watch.power(nanos, watts);
  }

  private void shown(int i, double celsius) {
    if (i % 10 == 0) {
      watch.temperature(nanos, celsius);
    }
  }
}
