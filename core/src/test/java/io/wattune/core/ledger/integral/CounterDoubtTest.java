package io.wattune.core.ledger.integral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import org.junit.jupiter.api.Test;

class CounterDoubtTest {
  private static final SensorProfile PRIOR = ProfileChoice.prior(Polls.DEVICE, Polls.SIGNAL);

  /** Of 30 J apart from the scale, beside 40 J of the counter: 50 J of both. */
  private static final EnergyError ERROR = new EnergyError(Math.hypot(30, 20), 20);

  private static SensorProfile boxcar(double window) {
    return PRIOR.learned(SensorModel.boxcar(window, 0.001), 0.1, 0.1, 40, Long.MIN_VALUE);
  }

  private static double doubt(double joules, double counted) {
    var counter = new CounterEnergy(Math.round(counted * 1e6), 40_000_000, false);
    return CounterDoubt.joules(joules, 1, counter, ERROR, boxcar(0.025));
  }

  @Test
  void aSensorThatSeesEverythingIsNotDoubted() {
    assertThat(CounterDoubt.isAsked(boxcar(0.1), 0.01)).isFalse();
    assertThat(CounterDoubt.isAsked(boxcar(0.025), 0.01)).isTrue();
    assertThat(CounterDoubt.isAsked(PRIOR, 0.01)).isTrue();
  }

  @Test
  void aDifferenceBeyondBothErrorsIsAnError() {
    assertThat(doubt(500, 590)).isZero();
    assertThat(doubt(500, 610)).isCloseTo(110, within(1e-9));
    assertThat(doubt(500, 390)).isCloseTo(110, within(1e-9));
  }

  @Test
  void aCounterOfAnotherUnitIsNone() {
    assertThat(doubt(500, 500_000)).isZero();
    assertThat(doubt(500, 0.5)).isZero();
  }

  @Test
  void aCounterMayCountWhatTheSensorShows() {
    SensorProfile sensor = boxcar(0.025);
    SensorProfile metered =
        new SensorProfile(
            sensor.profileId(),
            sensor.device(),
            sensor.signal(),
            sensor.response(),
            sensor.source(),
            sensor.updatePeriodSeconds(),
            0,
            0.002,
            1.5,
            0.01,
            20,
            1,
            0,
            0.1,
            40,
            Long.MIN_VALUE);
    // 500 J are 320 J of the sensor's: (500 - 20) / 1.5.
    var shown = new CounterEnergy(320_000_000, 40_000_000, false);
    var neither = new CounterEnergy(680_000_000, 40_000_000, false);

    assertThat(CounterDoubt.joules(500, 1, shown, ERROR, metered)).isZero();
    assertThat(CounterDoubt.joules(500, 1, neither, ERROR, metered)).isCloseTo(180, within(1e-6));
  }
}
