package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BoxcarTest {

  @Test
  void aWindowShorterThanThePeriodSeesItsShare() {
    var quarter = SensorModel.boxcar(0.025, 0.003);

    assertThat(quarter.seenShare(0.1)).isCloseTo(0.25, within(1e-12));
    assertThat(quarter.overlaps(0.1)).isFalse();
  }

  @Test
  void aWindowThatMayBeAsLongAsThePeriodSeesAll() {
    assertThat(SensorModel.boxcar(0.096, 0.003).seenShare(0.1)).isEqualTo(1);
    assertThat(SensorModel.boxcar(0.096, 0).seenShare(0.1)).isLessThan(1);
    assertThat(SensorModel.boxcar(0.0999, 0).seenShare(0.1)).isEqualTo(1);
    // However little is known of it, a half is not the whole.
    assertThat(SensorModel.boxcar(0.05, 0.05).seenShare(0.1)).isEqualTo(0.5);
  }

  @Test
  void readingsOfLongWindowsAreTakenApart() {
    assertThat(SensorModel.boxcar(0.105, 0).overlaps(0.1)).isFalse();
    assertThat(SensorModel.boxcar(0.2, 0).overlaps(0.1)).isTrue();
    assertThat(SensorModel.boxcar(1, 0).seenShare(0.1)).isEqualTo(1);
  }

  @Test
  void otherSensorsSeeAll() {
    assertThat(SensorModel.lag(0.84, 0).seenShare(10)).isEqualTo(1);
    assertThat(SensorModel.passThrough(0).seenShare(10)).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNoWindow() {
    assertThatThrownBy(() -> SensorModel.boxcar(0, 0)).hasMessageContaining("windowSeconds");
    assertThatThrownBy(() -> SensorModel.boxcar(1, -1)).hasMessageContaining("windowErrorSeconds");
  }
}
