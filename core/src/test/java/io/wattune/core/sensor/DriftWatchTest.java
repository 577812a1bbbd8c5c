package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DriftWatchTest {
  private static final SensorModel LAG = SensorModel.lag(0.84, 0.025);

  private final CalibrationState state = new CalibrationState();

  @Test
  void alarmsWhenTheMedianOfTheNewestStepsIsOffByMoreThanATenth() {
    assertThat(alarmsAfter(LAG, true, 0.84, 0.84, 0.84, 0.84, 0.84)).isZero();
    assertThat(alarmsAfter(LAG, true, 1, 1)).isZero(); // two of five
    assertThat(alarmsAfter(LAG, true, 1)).isEqualTo(1);
    assertThat(state.drifts).isEqualTo(1);
  }

  @Test
  void isSilentWithinATenth() {
    assertThat(alarmsAfter(LAG, true, 0.9, 0.91, 0.92, 0.9, 0.91, 0.92, 0.9, 0.91)).isZero();
    assertThat(state.drifting).isFalse();
  }

  @Test
  void isSilentWithinTheErrorsOfBoth() {
    SensorModel vague = SensorModel.lag(0.84, 0.2);

    assertThat(alarmsAfter(vague, true, 1, 1, 1, 1, 1, 1)).isZero();
  }

  @Test
  void noticesAConstantThatCreeps() {
    int alarms = 0;
    for (double c = 0.84; c < 1.2; c *= 1.01) {
      alarms += alarmsAfter(SensorModel.lag(c, 0.025), true, c);
    }
    // From 0.84 to 1.2 is 36 % in the logarithm: a tenth or a little more three times.
    assertThat(alarms).isBetween(2, 3);
  }

  @Test
  void aGivenConstantThatDoesNotFitIsSaidOnceAndFlaggedForAsLongAsItLasts() {
    assertThat(alarmsAfter(LAG, false, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)).isEqualTo(1);
    assertThat(state.drifting).isTrue();
    assertThat(alarmsAfter(LAG, false, 0.84, 0.84, 0.84)).isZero();
    assertThat(state.drifting).isFalse();
    assertThat(alarmsAfter(LAG, false, 0.5, 0.5, 0.5)).isEqualTo(1);
  }

  @Test
  void stepsOfAnotherClassAreADrift() {
    state.boxcarSteps = 4;
    assertThat(DriftWatch.alarms(state, LAG, false)).isFalse();
    state.boxcarSteps = 5;
    assertThat(DriftWatch.alarms(state, LAG, false)).isTrue();
  }

  @Test
  void windowsDriftAsTimeConstantsDo() {
    SensorModel boxcar = SensorModel.boxcar(1, 0.03);
    for (int i = 0; i < 5; i++) {
      state.windows[i] = 0.5;
      state.boxcarSteps++;
    }
    assertThat(DriftWatch.alarms(state, boxcar, false)).isTrue();
  }

  private int alarmsAfter(SensorModel taken, boolean follows, double... constants) {
    int alarms = 0;
    for (double c : constants) {
      state.timeConstants[state.lagSteps % state.timeConstants.length] = c;
      state.lagSteps++;
      state.fitErrorSeconds = 0.001;
      alarms += DriftWatch.alarms(state, taken, follows) ? 1 : 0;
    }
    return alarms;
  }
}
