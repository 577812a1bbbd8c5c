package io.wattune.core.noisefloor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the floor holds in the ledger is told by {@code NoiseFloorHoldsTest}. */
class NoiseFloorTest {
  private static final PowerRange RANGE = new PowerRange(50, 250);
  private static final double POLL = 0.01;

  @Test
  void higherLoadsMayBeShorterAndLongerOnesSmaller() {
    NoiseFloor floor = NoiseFloor.of(sensor(SensorModel.lag(0.84, 0.008), 0, 0.2), POLL, RANGE);

    assertThat(floor.shortest())
        .extracting(NoiseFloor.ShortestLoad::watts)
        .containsExactly(200.0, 100.0, 20.0);
    assertThat(floor.shortest()).extracting(NoiseFloor.ShortestLoad::seconds).isSorted();
    assertThat(floor.smallest().get(2).watts()).isLessThan(floor.smallest().get(1).watts());
  }

  @Test
  void noiseRaisesTheFloor() {
    var quiet = NoiseFloor.of(sensor(SensorModel.lag(0.84, 0.008), 0, 0.1), POLL, RANGE);
    var noisy = NoiseFloor.of(sensor(SensorModel.lag(0.84, 0.008), 0, 1), POLL, RANGE);

    assertThat(noisy.shortest().get(1).seconds()).isGreaterThan(quiet.shortest().get(1).seconds());
    assertThat(noisy.smallest().get(1).watts()).isGreaterThan(quiet.smallest().get(1).watts());
  }

  @Test
  void aWindowThatLeavesTimeOutNeedsLongerLoadsThanOneThatSeesAll() {
    var all = NoiseFloor.of(sensor(SensorModel.boxcar(0.1, 0.001), 0, 0.2), POLL, RANGE);
    var part = NoiseFloor.of(sensor(SensorModel.boxcar(0.025, 0.001), 0, 0.2), POLL, RANGE);

    assertThat(part.shortest().get(0).seconds()).isGreaterThan(all.shortest().get(0).seconds());
  }

  @Test
  void aGainThatIsNotKnownIsSaidAndTheRestBesideIt() {
    SensorProfile learned = sensor(SensorModel.lag(0.84, 0.008), 0.044, 0.2);
    NoiseFloor floor = NoiseFloor.of(learned, POLL, RANGE);
    NoiseFloor known = NoiseFloor.of(sensor(learned.response(), 0, 0.2), POLL, RANGE);

    assertThat(floor.isGainKnown()).isFalse();
    assertThat(floor.sentences().get(0))
        .isEqualTo(
            "No load is known within 5 % before a meter is used: the gain is known to 8.8 % (two"
                + " standard errors), and no repeating mends that.");
    assertThat(floor.sentences().get(1))
        .startsWith("Polled every 10 ms, the gain aside, a load of");
    assertThat(floor.shortest()).isEqualTo(known.shortest());
  }

  @Test
  void aGainThatIsAlmostTooLargeLeavesLittleForTheRest() {
    var lag = SensorModel.lag(0.84, 0.008);
    NoiseFloor exact = NoiseFloor.of(sensor(lag, 0, 0.2), POLL, RANGE);
    NoiseFloor floor = NoiseFloor.of(sensor(lag, 0.024, 0.2), POLL, RANGE);

    assertThat(floor.isGainKnown()).isTrue();
    assertThat(floor.shortest().get(0).seconds())
        .isGreaterThan(2 * exact.shortest().get(0).seconds());
  }

  @Test
  void ofAnUnknownSensorOnlyLoadsAsLongAsItsLongestThinkableWindowAreKnown() {
    SensorProfile prior = ProfileChoice.prior("n/g", "power");
    NoiseFloor floor = NoiseFloor.of(prior, POLL, RANGE);

    // Twice the error of the response is 1 s: what is shorter may have been anything.
    assertThat(floor.shortest().get(0).seconds()).isGreaterThan(0.9);
    assertThat(floor.smallest().get(0).watts()).isNull();
    assertThat(String.join(" ", floor.sentences()))
        .contains("before a meter is used", "One of 100 ms at no power up to 200 W");
  }

  @Test
  void theSentencesSayAllOfItUpwards() {
    var floor =
        new NoiseFloor(
            0.02,
            RANGE,
            0.001,
            1.23,
            List.of(
                new NoiseFloor.ShortestLoad(200, 0.0412),
                new NoiseFloor.ShortestLoad(100, 1.301),
                new NoiseFloor.ShortestLoad(20, null)),
            List.of(
                new NoiseFloor.SmallestLoad(0.1, null),
                new NoiseFloor.SmallestLoad(1, 120.5),
                new NoiseFloor.SmallestLoad(10, 3.0)));

    assertThat(floor.sentences())
        .containsExactly(
            "Polled every 20 ms, a load of 200 W is known within 5 % from 42 ms on, one of 100 W"
                + " from 1.4 s on, one of 20 W at no length up to a minute.",
            "One of 100 ms at no power up to 200 W, one of 1 s from 130 W on, one of 10 s from 3 W"
                + " on.",
            "That is of what a load takes above idle; in its whole energy the offset counts too,"
                + " which is known to 2.5 W.");
  }

  @Test
  void whereNothingIsKnownWellEnoughThatIsSaid() {
    NoiseFloor floor = NoiseFloor.of(sensor(SensorModel.passThrough(0), 0, 5000), POLL, RANGE);

    assertThat(floor.sentences())
        .containsExactly("Polled every 10 ms, no load of up to a minute is known within 5 %.");
  }

  @Test
  void theSameQuestionHasTheSameAnswer() {
    SensorProfile sensor = sensor(SensorModel.boxcar(0.025, 0.001), 0.01, 0.3);

    assertThat(NoiseFloor.of(sensor, POLL, RANGE)).isEqualTo(NoiseFloor.of(sensor, POLL, RANGE));
  }

  @Test
  void aRangeAndPollsMustBeSome() {
    SensorProfile sensor = sensor(SensorModel.passThrough(0), 0, 1);

    assertThatThrownBy(() -> new PowerRange(50, 50)).hasMessageContaining("a higher one");
    assertThatThrownBy(() -> NoiseFloor.of(sensor, 0, RANGE)).hasMessageContaining("above 0");
  }

  private static SensorProfile sensor(SensorModel response, double gainError, double noise) {
    return new SensorProfile(
        "p",
        "n/g",
        "power",
        response,
        ProfileSource.LEARNED,
        response.sensorClass() == SensorClass.BOXCAR ? 0.1 : 0.015,
        0,
        0.002,
        1,
        gainError,
        0,
        0,
        0,
        noise,
        40,
        0);
  }
}
