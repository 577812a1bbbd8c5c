package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.power.PowerState;
import io.wattune.core.power.TruePower;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedSensorsTest {
  private static final List<String> MODELS =
      List.of(
          "Tesla K20m",
          "Tesla K20Xm",
          "Tesla K40m",
          "Tesla V100-SXM2-32GB",
          "Tesla T4",
          "NVIDIA A100-SXM4-80GB",
          "NVIDIA H100 80GB HBM3",
          "NVIDIA GeForce RTX 3090");

  @ParameterizedTest
  @CsvSource({
    "Tesla K20c, power, 0.84, 0.015",
    "Tesla K20m, power.draw, 0.84, 0.015",
    "Tesla K20x, power.draw, 0, 0.015",
    "Tesla K40m, power.draw, 0.0525, 0.015",
    "Tesla P100-PCIE-16GB, power.draw, 0.005, 0.02",
    "Tesla V100-SXM2-32GB, power.draw, 0.005, 0.02",
    "NVIDIA GeForce GTX 1080 Ti, power.draw, 0.005, 0.02",
    "Tesla T4, power.draw, 0.05, 0.1",
    "NVIDIA A100-PCIE-40GB, power.draw, 0.0125, 0.1",
    "NVIDIA A10, power.draw.instant, 0.05, 0.1",
    "NVIDIA A10, power.draw, 0.5, 0.1",
    "NVIDIA GeForce RTX 3090, power.draw.average, 0.5, 0.1",
    "NVIDIA GeForce RTX 4090, power.draw.instant, 0.05, 0.1",
    "NVIDIA RTX A5000, power.draw.instant, 0.05, 0.1",
    "NVIDIA RTX 6000 Ada Generation, power.draw, 0.5, 0.1",
    "NVIDIA H100 80GB HBM3, power.draw.instant, 0.0125, 0.1",
    "NVIDIA H100 80GB HBM3, power.samples, 0.0125, 0.02",
    "NVIDIA H100 80GB HBM3, total_energy_consumption.mean, 0.05, 0.1",
    "NVIDIA A100-PCIE-40GB, power.samples, 0.0125, 0.1",
    "NVIDIA GH200 480GB, power.draw, 0.5, 0.1"
  })
  void knowsWhatWasPublished(String model, String signal, double slope, double period) {
    SensorProfile prior = ProfileChoice.prior("n/g", signal, model).orElseThrow();

    assertThat(prior.source()).isEqualTo(ProfileSource.PRIOR);
    assertThat(prior.slopeSeconds()).isCloseTo(slope, within(1e-12));
    assertThat(prior.updatePeriodSeconds()).isEqualTo(period);
    assertThat(prior.profileId()).startsWith("n/g/" + signal + "/prior of ");
  }

  @ParameterizedTest
  @CsvSource({
    "AMD Instinct MI250X",
    "Tesla M40",
    "NVIDIA GB200",
    "NVIDIA GeForce RTX 5090",
    "NVIDIA GeForce RTX 5060 Ti",
    "NVIDIA DGX-A1000",
    "BK20c",
    "K200",
    "''"
  })
  void saysNothingOfOthers(String model) {
    assertThat(ProfileChoice.prior("n/g", "power", model)).isEmpty();
  }

  @Test
  void anEntryIsNeverMoreThanAnEstimate() {
    for (String model : MODELS) {
      SensorProfile prior = ProfileChoice.prior("n/g", "power", model).orElseThrow();
      assertThat(PowerCorrector.quality(prior)).isEqualTo(Quality.ESTIMATED);
    }
  }

  /** Whatever the model says and the sensor is: two errors cover, nine times in ten. */
  @Test
  void itsErrorCoversBeingWrong() {
    for (String model : MODELS) {
      for (Response truth :
          List.of(
              Response.passThrough(),
              Response.lag(0.0525),
              Response.lag(0.84),
              Response.boxcar(0.01),
              Response.boxcar(0.1),
              Response.boxcar(1))) {
        double covered = covered(ProfileChoice.prior("n/g", "power", model).orElseThrow(), truth);
        assertThat(covered).as(model + " " + truth).isGreaterThan(0.9);
      }
    }
  }

  /** Share of the samples of a load of 3 s whose true power lies within two stated errors. */
  private static double covered(SensorProfile prior, Response truth) {
    PowerTrace power = PowerTrace.from(50).hold(3).level(200, 3).level(50, 3);
    var state = new PowerState();
    var columns = new PowerColumns();
    double period = prior.updatePeriodSeconds();
    for (double at = 0; at < 9; at += period) {
      PowerCorrector.accept(
          state, prior, Math.round(at * 1e6) * 1000, truth.at(power, at), at > 0, columns);
    }
    TruePower out = columns.take("n/g", "power", 0, "", 0);
    int within = 0;
    int all = 0;
    for (int i = 0; i < out.samples(); i++) {
      if (out.trueMilliwatts()[i] != TruePower.NONE) {
        all++;
        double error = out.trueMilliwatts()[i] * 1e-3 - power.wattsAt(out.timesNanos()[i] * 1e-9);
        within += Math.abs(error) <= 2e-3 * out.errorMilliwatts()[i] ? 1 : 0;
      }
    }
    return (double) within / all;
  }
}
