package io.wattune.testbed.gpu;

import static io.wattune.testbed.gpu.Simulation.SECOND;
import static io.wattune.testbed.gpu.Simulation.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.SensorModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SimulatedGpuEnergyTest {
  @TempDir Path folder;

  static Stream<Arguments> pairs() {
    return DataFiles.BUNDLED_GPUS.stream()
        .flatMap(gpu -> DataFiles.BUNDLED_WORKLOADS.stream().map(load -> Arguments.of(gpu, load)));
  }

  /**
   * For a first-order sensor the energy is the integral of what it shows, by trapezoids over the
   * polls, and {@code C} times the difference of its ends, for one that averages half the window.
   * 0.5 % is what the ledger must reach; what is left are the polls' grid and the sensor's age. One
   * that sees a quarter of the time takes the kernels as they come: 5 %.
   */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pairs")
  void theReadingsHoldTheEnergy(String gpu, String workload) throws IOException {
    var simulation = new Simulation(folder, DataFiles.gpu(gpu), DataFiles.workload(workload), 17);
    double joules = 0;
    long last = START;
    double lastWatts = simulation.gpu.read(last) * 1e-3;
    double firstWatts = lastWatts;
    while (last < START + 60 * SECOND) {
      long next = simulation.gpu.nextPollNanos(last);
      double watts = simulation.gpu.read(next) * 1e-3;
      joules += 0.5 * (watts + lastWatts) * (next - last) * 1e-9;
      last = next;
      lastWatts = watts;
    }
    SensorModel response = simulation.gpu.model().sensor().response();
    double c = response.slopeSeconds();
    joules += c * (lastWatts - firstWatts);

    double truth = simulation.gpu.truth().energyMicrojoules(START, last) * 1e-6;
    assertThat(joules)
        .isCloseTo(truth, within((response.seenShare(0.1) < 1 ? 0.05 : 0.005) * truth));
    assertThat(truth / 60).as("mean power").isBetween(40.0, 240.0);
  }
}
