package io.wattune.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.SensorModel;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownBoundaryFitTest {
  private static final double H = 0.015;

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.0525, 0.84, 3})
  void aLagsEnergyIsThatOfADenseSolve(double c) {
    Stretch stretch = irregular(Response.lag(c), 7);

    for (double q : new double[] {1e-4, 1, 1e4}) {
      EnergyFit fit = LagEnergy.fit(stretch, c, RandomWalk.steady(q), 0.1, 0.2, 1e3);
      double[] dense = new DenseWalk(stretch, c, q, 1e3).energy(0.1, 0.2);

      assertThat(fit.joules()).isCloseTo(dense[0], within(1e-9));
      assertThat(fit.variance()).isCloseTo(dense[1], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 0.0525, 0.84})
  void exactReadingsGiveTheExactEnergyOfSteadyPower(double c) {
    Response response = c > 0 ? Response.lag(c) : Response.passThrough();
    SensorModel model = c > 0 ? SensorModel.lag(c, 0) : SensorModel.passThrough(0);
    for (double phase = 0; phase < H; phase += 0.0021) {
      Stretch stretch = stretch(response, phase, 1e-8, 0, 1);

      EnergyFit fit = KnownBoundaryFit.energy(model, 0, stretch, 0.1, 0.207);

      assertThat(fit.joules()).isCloseTo(158 * 0.107, within(1e-3));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.015, 0.06})
  void aWindowsEnergyIsExactToo(double window) {
    for (double phase = 0; phase < H; phase += 0.0021) {
      Stretch stretch = stretch(Response.boxcar(window), phase, 1e-8, 0, 1);

      EnergyFit fit =
          KnownBoundaryFit.energy(SensorModel.boxcar(window, 0), 0, stretch, 0.1, 0.207);

      assertThat(fit.joules()).isCloseTo(158 * 0.107, within(1e-3));
    }
  }

  @Test
  void whatIsStatedCoversWhatIsWrong() {
    int within = 0;
    double squares = 0;
    int runs = 400;
    for (int seed = 0; seed < runs; seed++) {
      Random random = Seeds.random(seed);
      Stretch stretch = stretch(Response.lag(0.84), H * random.nextDouble(), 0.01, 0.1, seed);

      EnergyFit fit = KnownBoundaryFit.energy(SensorModel.lag(0.84, 0), 0, stretch, 0.1, 0.207);

      double score = (fit.joules() - 158 * 0.107) / Math.sqrt(fit.variance());
      within += Math.abs(score) < 2 ? 1 : 0;
      squares += score * score / runs;
    }
    assertThat(within).isGreaterThanOrEqualTo(9 * runs / 10);
    // Not so wide that it would say nothing.
    assertThat(Math.sqrt(squares)).isGreaterThan(0.4);
  }

  @Test
  void aRampAfterTheStartIsTakenForRestlessnessAndCovered() {
    int within = 0;
    int restless = 0;
    int runs = 100;
    for (int seed = 0; seed < runs; seed++) {
      Random random = Seeds.random(seed);
      double level = 80 + 140 * random.nextDouble();
      PowerTrace power =
          PowerTrace.from(50)
              .hold(0.5)
              .level(0.8 * level, 0.001)
              .ramp(level, 0.199)
              .hold(4.8)
              .level(50, 1);
      Stretch stretch = samples(Response.boxcar(0.1), power, 0.1, 65, 0.3, seed);

      EnergyFit fit = KnownBoundaryFit.energy(SensorModel.boxcar(0.1, 0), 0, stretch, 0.5, 5.5);

      RandomWalk likeliest = PowerSmoother.likeliestWalk(SensorModel.boxcar(0.1, 0), stretch);
      restless += likeliest.restlessness() > 1 ? 1 : 0;
      double error = fit.joules() - power.joules(0.5, 5.5);
      within += Math.abs(error) < 2 * Math.sqrt(fit.variance()) ? 1 : 0;
    }

    assertThat(within).isGreaterThanOrEqualTo(85 * runs / 100);
    assertThat(restless).isGreaterThanOrEqualTo(85 * runs / 100);
  }

  @Test
  void theSensorsOwnErrorsCount() {
    Stretch stretch = stretch(Response.lag(0.84), 0.004, 1e-8, 0, 1);
    SensorModel model = SensorModel.lag(0.84, 0.0084);

    double exact =
        KnownBoundaryFit.energy(SensorModel.lag(0.84, 0), 0, stretch, 0.1, 0.207).variance();
    double error =
        Math.sqrt(KnownBoundaryFit.energy(model, 0, stretch, 0.1, 0.207).variance() - exact);

    // A time constant 1 % longer makes the rise's power 1 % of the step higher, less what decays.
    assertThat(error).isCloseTo(0.01 * 0.107 * 134, within(0.2 * 0.01 * 0.107 * 134));
  }

  /** Idle at 23.64 W, 158 W from 0.1 s to 0.207 s. */
  private static Stretch stretch(
      Response response, double phase, double variance, double noise, long seed) {
    PowerTrace power = PowerTrace.from(23.64).hold(0.1).level(158, 0.107).level(52.5, 1);
    Random random = Seeds.random(~seed);
    double[] seconds = new double[22];
    double[] watts = new double[22];
    double[] variances = new double[22];
    for (int i = 0; i < 22; i++) {
      seconds[i] = phase + H * i;
      watts[i] = response.at(power, seconds[i]) + noise * random.nextGaussian();
      variances[i] = variance;
    }
    return Stretch.of(seconds, watts, variances, new double[] {0.1, 0.207});
  }

  /** Samples at a random phase; boundaries at 0.5 s and 5.5 s. */
  private static Stretch samples(
      Response response, PowerTrace power, double h, int samples, double noise, long seed) {
    Random random = Seeds.random(~seed);
    double phase = h * random.nextDouble();
    double[] seconds = new double[samples];
    double[] watts = new double[samples];
    double[] variances = new double[samples];
    for (int i = 0; i < samples; i++) {
      seconds[i] = phase + h * i;
      watts[i] = response.at(power, seconds[i]) + noise * random.nextGaussian();
      variances[i] = noise * noise;
    }
    return Stretch.of(seconds, watts, variances, new double[] {0.5, 5.5});
  }

  private static Stretch irregular(Response response, long seed) {
    PowerTrace power = PowerTrace.from(30).hold(0.1).level(150, 0.1).level(50, 1);
    Random random = Seeds.random(seed);
    double[] seconds = new double[16];
    double[] watts = new double[16];
    double[] variances = new double[16];
    double at = 0;
    for (int i = 0; i < 16; i++) {
      at += 0.01 + 0.01 * random.nextDouble();
      seconds[i] = at;
      watts[i] = response.at(power, at) + random.nextGaussian();
      variances[i] = 1;
    }
    return Stretch.of(seconds, watts, variances, new double[] {0.1, 0.2});
  }
}
