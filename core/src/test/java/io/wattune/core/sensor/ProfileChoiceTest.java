package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
  void aBoardWithoutAMeterMayHaveAnOffset() {
    SensorProfile prior = ProfileChoice.AUTO.start("n/g", "power");
    SensorProfile ofModel = ProfileChoice.prior("n/g", "power", "Tesla K40m").orElseThrow();

    // 70 W by a meter where the board read 51.8.
    assertThat(errorWatts(prior, 51.8)).isGreaterThan((70 - 51.8) / 2);
    // At 500 W the gain is nearly all of it: 22 W, 24.2 W with the offset.
    assertThat(errorWatts(prior, 500)).isBetween(0.044 * 500, 0.05 * 500);
    assertThat(errorWatts(ofModel, 51.8)).isEqualTo(errorWatts(prior, 51.8));
    // What is learned of a response says nothing of the scale.
    SensorProfile learned = prior.learned(SensorModel.lag(0.84, 0.02), 0.015, 0.05, 3, 0);
    assertThat(errorWatts(learned, 51.8)).isEqualTo(errorWatts(prior, 51.8));
    // A meter does.
    assertThat(errorWatts(prior.scaled("metered", 1.1, 0.003, 12, 0.5, 0), 51.8)).isLessThan(1);
  }

  private static double errorWatts(SensorProfile profile, double sensorWatts) {
    return Math.sqrt(
        Math.pow(profile.gainError() * sensorWatts, 2)
            + 2 * profile.gainOffsetCovarianceWatts() * sensorWatts
            + Math.pow(profile.offsetErrorWatts(), 2));
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
    SensorProfile lag = prior.learned(SensorModel.lag(0.84, 0.02), 0.015, 0.05, 1, Long.MIN_VALUE);
    var choice = new ProfileChoice(true, List.of(lag));

    assertThat(choice.start("n/g", "power")).isSameAs(lag);
    assertThat(choice.start("n/g", "memory").source()).isEqualTo(ProfileSource.PRIOR);
    assertThat(choice.start("n/h", "power").source()).isEqualTo(ProfileSource.PRIOR);
  }

  @Test
  void aDevicesOwnProfileCountsBeforeItsModelsBeforeAnybodys() {
    var choice =
        ProfileChoice.known(
            List.of(
                given(1.01, "*", "*", ""),
                given(1.02, "*", "power", ""),
                given(1.03, "*", "*", "K20"),
                given(1.04, "*", "power", "K20"),
                given(1.05, "n/g", "*", ""),
                given(1.06, "n/g", "power", ""),
                given(9.99, "n/g", "power", "")));

    assertThat(gain(choice, "n/g", "power", "K20")).isEqualTo(1.06);
    assertThat(gain(choice, "n/g", "memory", "K20")).isEqualTo(1.05);
    assertThat(gain(choice, "n/h", "power", "K20")).isEqualTo(1.04);
    assertThat(gain(choice, "n/h", "memory", "K20")).isEqualTo(1.03);
    assertThat(gain(choice, "n/h", "power", "")).isEqualTo(1.02);
    assertThat(gain(choice, "n/h", "memory", "K40")).isEqualTo(1.01);
    assertThat(choice.given("n/h", "memory", "K40").orElseThrow().device()).isEqualTo("n/h");
    assertThat(choice.given("n/h", "memory", "K40").orElseThrow().signal()).isEqualTo("memory");
    assertThat(ProfileChoice.AUTO.given("n/g", "power", "K20")).isEmpty();
  }

  @Test
  void aModelsProfileIsForNoSingleDevice() {
    assertThatThrownBy(() -> given(1, "n/g", "power", "K20"))
        .hasMessageContaining("device must be '*', was 'n/g'");
  }

  private static double gain(ProfileChoice choice, String device, String signal, String model) {
    return choice.given(device, signal, model).orElseThrow().gain();
  }

  private static GivenProfile given(double gain, String device, String signal, String model) {
    SensorProfile prior = ProfileChoice.prior(device, signal);
    return new GivenProfile(prior.scaled("p", gain, 0.01, 0, 1, 0).givenTo(device, signal), model);
  }

  @Test
  void refusesConstantsThatNoSensorHas() {
    SensorProfile prior = ProfileChoice.prior("n/g", "power");

    assertThatThrownBy(() -> prior.learned(SensorModel.lag(0, 0.02), 0.015, 0.05, 1, 0))
        .hasMessageContaining("timeConstantSeconds");
    assertThatThrownBy(() -> prior.learned(SensorModel.passThrough(Double.NaN), 0.015, 0.05, 1, 0))
        .hasMessageContaining("slopeErrorSeconds");
    assertThatThrownBy(() -> prior.learned(SensorModel.passThrough(0), 0, 0.05, 1, 0))
        .hasMessageContaining("updatePeriodSeconds");
    assertThatThrownBy(
            () -> prior.learned(SensorModel.lag(Double.POSITIVE_INFINITY, 0), 1, 0, 1, 0))
        .hasMessageContaining("timeConstantSeconds");
  }

  /** By 4.4 % and 5 W: 300 W of one whose meter left 1 % and 2 W are known to 14.6 W. */
  @Test
  void anotherBoardIsLessKnownByWhatBoardsDiffer() {
    SensorProfile lag =
        ProfileChoice.prior("n/g", "power").learned(SensorModel.lag(0.84, 0.02), 0.015, 0.1, 3, 9);
    SensorProfile measured =
        new SensorProfile(
            lag.profileId(),
            "*",
            "power",
            lag.response(),
            ProfileSource.GIVEN,
            0.015,
            0,
            0.002,
            1.05,
            0.01,
            18,
            2,
            -0.015,
            0.1,
            3,
            9);

    SensorProfile other = ProfileChoice.ofAnotherBoard(measured);

    assertThat(other.gain()).isEqualTo(1.05);
    assertThat(other.offsetWatts()).isEqualTo(18);
    assertThat(other.gainError()).isCloseTo(Math.hypot(0.01, 0.044), within(1e-12));
    assertThat(other.offsetErrorWatts()).isCloseTo(Math.hypot(2, 5), within(1e-12));
    assertThat(Math.hypot(300 * other.gainError(), other.offsetErrorWatts()))
        .isCloseTo(14.6, within(0.1));
    assertThat(other.gainOffsetCovarianceWatts()).isZero();
    assertThat(other.response()).isEqualTo(measured.response());
    assertThat(other.delayErrorSeconds()).isEqualTo(measured.delayErrorSeconds());
  }

  @Test
  void namesWhatWasLearnedApart() {
    SensorProfile prior = ProfileChoice.prior("n/g", "power");

    String pass = prior.learned(SensorModel.passThrough(0.004), 0.015, 0.1, 3, 5).profileId();
    String lag = prior.learned(SensorModel.lag(0.84, 0), 0.015, 0.1, 3, 9).profileId();

    assertThat(pass).isNotEqualTo(lag);
  }
}
