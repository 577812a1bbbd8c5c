package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileChoiceTest {

  @Test
  void startsWithAPriorThatAdmitsItsIgnorance() {
    SensorProfile prior = ProfileChoice.AUTO.start("n/g", "power");

    assertThat(prior.source()).isEqualTo(ProfileSource.PRIOR);
    assertThat(prior.slopeSeconds()).isZero();
    assertThat(prior.slopeErrorSeconds()).isEqualTo(0.5);
  }

  @Test
  void takesReadingsAsTheyAreWhereItIsToldTo() {
    SensorProfile asRead = ProfileChoice.NONE.start("n/g", "power");

    assertThat(asRead.source()).isEqualTo(ProfileSource.GIVEN);
    assertThat(asRead.slopeErrorSeconds()).isZero();
  }

  @Test
  void prefersAProfileThatWasGivenForTheDeviceAndSignal() {
    SensorProfile prior = ProfileChoice.prior("n/g", "power");
    SensorProfile lag =
        prior.learned(new FirstOrderLag(0.84, 0.02), 0.015, 0.05, 1, Long.MIN_VALUE);
    var choice = new ProfileChoice(true, List.of(lag));

    assertThat(choice.start("n/g", "power")).isSameAs(lag);
    assertThat(choice.start("n/g", "memory").source()).isEqualTo(ProfileSource.PRIOR);
    assertThat(choice.start("n/h", "power").source()).isEqualTo(ProfileSource.PRIOR);
  }

  @Test
  void refusesConstantsThatNoSensorHas() {
    SensorProfile prior = ProfileChoice.prior("n/g", "power");

    assertThatThrownBy(() -> prior.learned(new FirstOrderLag(0, 0.02), 0.015, 0.05, 1, 0))
        .hasMessageContaining("timeConstantSeconds");
    assertThatThrownBy(() -> prior.learned(new PassThrough(Double.NaN), 0.015, 0.05, 1, 0))
        .hasMessageContaining("slopeErrorSeconds");
    assertThatThrownBy(() -> prior.learned(new PassThrough(0), 0, 0.05, 1, 0))
        .hasMessageContaining("updatePeriodSeconds");
    assertThatThrownBy(
            () -> prior.learned(new FirstOrderLag(Double.POSITIVE_INFINITY, 0), 1, 0, 1, 0))
        .hasMessageContaining("timeConstantSeconds");
  }

  @Test
  void namesWhatWasLearnedApart() {
    SensorProfile prior = ProfileChoice.prior("n/g", "power");

    String pass = prior.learned(new PassThrough(0.004), 0.015, 0.1, 3, 5).profileId();
    String lag = prior.learned(new FirstOrderLag(0.84, 0), 0.015, 0.1, 3, 9).profileId();

    assertThat(pass).isNotEqualTo(lag);
  }
}
