package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SensorProfileTest {
  private static final double PERIOD_SECONDS = 0.1;

  /** The ledger asks for them with each sample, and makes no model for that. */
  @Test
  void whatItSaysOfItsResponseIsWhatTheModelSays() {
    for (SensorModel model :
        List.of(
            SensorModel.passThrough(0),
            SensorModel.passThrough(0.5),
            SensorModel.lag(0.84, 0.02),
            SensorModel.boxcar(0.025, 0.001),
            SensorModel.boxcar(0.1, 0),
            SensorModel.boxcar(1, 0.05))) {
      SensorProfile profile = profile(model);

      assertThat(profile.response()).isEqualTo(model);
      assertThat(profile.slopeSeconds()).isEqualTo(model.slopeSeconds());
      assertThat(profile.slopeErrorSeconds()).isEqualTo(model.slopeErrorSeconds());
      assertThat(profile.windowSeconds()).isEqualTo(model.windowSeconds());
      assertThat(profile.averagesAll())
          .isEqualTo(model.isBoxcar() && model.seenShare(PERIOD_SECONDS) == 1);
      assertThat(profile.averagesOverlap()).isEqualTo(model.overlaps(PERIOD_SECONDS));
    }
  }

  private static SensorProfile profile(SensorModel model) {
    return new SensorProfile(
        "p",
        "n/g",
        "power",
        model,
        ProfileSource.GIVEN,
        PERIOD_SECONDS,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0.1,
        0,
        Long.MIN_VALUE);
  }
}
