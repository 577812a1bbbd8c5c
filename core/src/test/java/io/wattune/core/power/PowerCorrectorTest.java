package io.wattune.core.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PowerCorrectorTest {
  private static final double H = 0.015;

  @Test
  void undoesTheLagBetweenSteps() {
    SensorProfile profile = profile(0.84, 0, 1, 0, 0, 0);
    PowerTrace power = PowerTrace.from(24).hold(1).level(158, 3).level(52.5, 3);
    var run = new Run(profile);
    for (int i = 0; i * H < 7; i++) {
      run.take(i * H, Response.lag(0.84).at(power, i * H), true);
    }
    TruePower out = run.end();

    for (int i = 1; i < out.samples() - 1; i++) {
      double t = i * H;
      boolean nearAStep = Math.abs(t - 1) < H || Math.abs(t - 4) < H;
      if (!nearAStep) {
        // h^2 / 6 of the third derivative, 134 W / C^2 at most, and half a milliwatt.
        assertThat(out.trueMilliwatts()[i] * 1e-3)
            .as("at %s s", t)
            .isCloseTo(power.wattsAt(t), within(H * H / 6 * 134 / (0.84 * 0.84) + 0.001));
      }
    }
  }

  @Test
  void isOneSampleBehindAndComesToAnEnd() {
    var run = new Run(profile(0, 0, 1, 0, 0, 0));
    assertThat(run.columns.count()).isZero();
    run.take(0, 10, true);
    assertThat(run.columns.count()).isZero();
    run.take(1, 20, true);
    assertThat(run.columns.count()).isEqualTo(1);

    TruePower out = run.end();

    assertThat(out.trueMilliwatts()).containsExactly(10_000, 20_000);
    assertThat(out.timesNanos()).containsExactly(Sensor.nanos(0), Sensor.nanos(1));
  }

  @Test
  void putsOutNothingOfNothing() {
    assertThat(new Run(profile(0.84, 0, 1, 0, 0, 0)).end().samples()).isZero();
  }

  @Test
  void takesNoSlopeAcrossAGapNorAtTheEnds() {
    var run = new Run(profile(0.84, 0, 1, 0, 0, 0));
    for (int i = 0; i < 10; i++) {
      run.take(i * H + (i >= 5 ? 0.6 : 0), 50 + i, i != 5);
    }
    TruePower out = run.end();

    for (int i = 0; i < 10; i++) {
      boolean none = i == 0 || i == 4 || i == 5 || i == 9;
      assertThat(out.qualities()[i])
          .isEqualTo((byte) (none ? Quality.GAP : Quality.CORRECTED).ordinal());
      assertThat(out.trueMilliwatts()[i] == TruePower.NONE).isEqualTo(none);
      assertThat(out.errorMilliwatts()[i] == TruePower.NONE).isEqualTo(none);
      assertThat(out.rawMilliwatts()[i]).isEqualTo(50_000 + 1000 * i);
    }
  }

  @Test
  void showsAPassThroughSensorsReadingBesideAGapToo() {
    var run = new Run(profile(0, 0.5, 1, 0, 0, 0));
    run.take(0, 50, true);
    run.take(100, 70, false);
    TruePower out = run.end();

    assertThat(out.trueMilliwatts()).containsExactly(50_000, 70_000);
    assertThat(out.qualities()).containsOnly((byte) Quality.MEASURED.ordinal());
  }

  @Test
  void amplifiesNoiseAsItSaysByAFactorOfForty() {
    double noise = 0.01 / Math.sqrt(12);
    SensorProfile profile = profile(0.84, 0, 1, 0, noise, 0);
    var random = new Random(7);
    var run = new Run(profile);
    int n = 40_000;
    for (int i = 0; i < n; i++) {
      run.take(i * H, 100 + noise * random.nextGaussian(), true);
    }
    TruePower out = run.end();
    double square = 0;
    for (int i = 1; i < n - 1; i++) {
      double off = out.trueMilliwatts()[i] * 1e-3 - 100;
      square += off * off / (n - 2);
    }

    // C sqrt(2) / (2 h) = 39.6, with the sample's own noise sqrt(39.6^2 + 1).
    assertThat(Math.sqrt(square) / noise).isCloseTo(39.6, within(0.8));
    assertThat(out.errorMilliwatts()[5]).isEqualTo((int) Math.rint(1000 * noise * 39.61));
  }

  @Test
  void saysTheErrorOfUnequalStepsToo() {
    SensorProfile profile = profile(0.84, 0, 1, 0, 0.05, 0);
    double[] times = {0, 0.011, 0.030};
    var random = new Random(8);
    double square = 0;
    int runs = 20_000;
    int error = 0;
    for (int i = 0; i < runs; i++) {
      var run = new Run(profile);
      for (double t : times) {
        run.take(t, 100 + 0.05 * random.nextGaussian(), true);
      }
      TruePower out = run.end();
      double off = out.trueMilliwatts()[1] * 1e-3 - 100;
      square += off * off / runs;
      error = out.errorMilliwatts()[1];
    }

    assertThat(error * 1e-3).isCloseTo(Math.sqrt(square), within(0.03 * Math.sqrt(square)));
  }

  @Test
  void saysWhatTheConstantsErrorsCost() {
    SensorProfile profile = profile(0.84, 0.02, 1.1, 3, 0, 0.03);
    var run = new Run(profile);
    for (int i = 0; i < 3; i++) {
      run.take(i * H, 50 + 100 * i * H, true); // 100 W/s
    }
    TruePower out = run.end();
    double corrected = 50 + 100 * H + 84;

    assertThat(out.trueMilliwatts()[1] * 1e-3).isCloseTo(1.1 * corrected + 3, within(6e-4));
    assertThat(out.errorMilliwatts()[1] * 1e-3)
        .isCloseTo(Math.hypot(1.1 * 0.02 * 100, 0.03 * corrected), within(6e-4));
  }

  @Test
  void shiftsTimesByTheDelay() {
    SensorProfile profile =
        new SensorProfile(
            "p",
            "d",
            "s",
            SensorModel.passThrough(0),
            ProfileSource.GIVEN,
            0.1,
            0.2,
            0,
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            Long.MIN_VALUE);
    var run = new Run(profile);
    run.take(10, 100, true);
    TruePower out = run.end();

    assertThat(out.timesNanos()).containsExactly(Sensor.nanos(9.8));
  }

  @Test
  void saysHowAValueWasObtained() {
    SensorProfile lag = profile(0.84, 0, 1, 0, 0, 0);
    SensorProfile pass = profile(0, 0, 1, 0, 0, 0);
    SensorProfile prior = io.wattune.core.sensor.ProfileChoice.prior("d", "s");

    assertThat(PowerCorrector.quality(lag)).isEqualTo(Quality.CORRECTED);
    assertThat(PowerCorrector.quality(pass)).isEqualTo(Quality.MEASURED);
    assertThat(PowerCorrector.quality(prior)).isEqualTo(Quality.ESTIMATED);
  }

  @Test
  void columnsGrowAndHoldTheLargestValuesWithoutTakingThemForNone() {
    var run = new Run(profile(0, 0, 1e9, 0, 0, 0));
    for (int i = 0; i < 1000; i++) {
      run.take(i, i % 2 == 0 ? -2_147_483.647 : 2_147_483.647, true);
    }
    TruePower out = run.end();

    assertThat(out.samples()).isEqualTo(1000);
    assertThat(out.trueMilliwatts()[0]).isEqualTo(-Integer.MAX_VALUE);
    assertThat(out.trueMilliwatts()[1]).isEqualTo(Integer.MAX_VALUE);
    assertThat(run.columns.count()).isZero();
  }

  private static SensorProfile profile(
      double c, double cError, double gain, double offset, double noise, double gainError) {
    return new SensorProfile(
        "p",
        Polls.DEVICE,
        Polls.SIGNAL,
        c > 0 ? SensorModel.lag(c, cError) : SensorModel.passThrough(cError),
        ProfileSource.GIVEN,
        H,
        0,
        0,
        gain,
        gainError,
        offset,
        0,
        0,
        noise,
        0,
        Long.MIN_VALUE);
  }

  private static final class Run {
    final PowerState state = new PowerState();
    final PowerColumns columns = new PowerColumns();
    final SensorProfile profile;

    Run(SensorProfile profile) {
      this.profile = profile;
    }

    void take(double seconds, double watts, boolean seen) {
      PowerCorrector.accept(state, profile, Sensor.nanos(seconds), watts, seen, columns);
    }

    TruePower end() {
      PowerCorrector.finish(state, profile, columns);
      return columns.take(Polls.DEVICE, Polls.SIGNAL, 0, profile.profileId(), 0);
    }
  }
}
