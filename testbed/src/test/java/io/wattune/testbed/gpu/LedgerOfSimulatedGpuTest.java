package io.wattune.testbed.gpu;

import static io.wattune.testbed.gpu.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorClass;
import io.wattune.testbed.gpu.PolledLedger.Lateness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated GPUs as agents poll them, through the ledger alone. */
final class LedgerOfSimulatedGpuTest {
  /** What the ledger promises of simulated GPUs. */
  private static final double MOST_ENERGY_ERROR = 0.005;

  private static final double TIME_CONSTANT = 0.84;

  /** In the first kernel's tail, within the second, and behind some. */
  private static final List<Integer> SECONDS = List.of(15, 20, 45);

  private static final int SEEDS = 5;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void theLagOfTheK20cIsLearnedFromItsFirstKernelAndLosesNoEnergy(Lateness machine)
      throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      PolledLedger polled = polled(machine, ProfileChoice.AUTO, seed);
      for (int seconds : SECONDS) {
        polled.run(seconds * SECOND);

        assertThat(polled.relativeError())
            .as("seed %s, %s s", seed, seconds)
            .isCloseTo(0, within(MOST_ENERGY_ERROR));
      }
      assertThat(polled.profiles.get(0).sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
      // Of one step seen through late polls; the error that is stated begins at 3 %.
      assertThat(polled.profiles.get(0).timeConstantSeconds())
          .isCloseTo(TIME_CONSTANT, within(0.03 * TIME_CONSTANT));
    }
  }

  @Test
  void withoutItsLagTheK20cLosesPercents() throws IOException {
    PolledLedger polled = polled(Lateness.CALM, ProfileChoice.NONE, 0);
    double most = 0;
    for (int seconds = 5; seconds <= 20; seconds++) {
      polled.run(seconds * SECOND);
      most = Math.max(most, Math.abs(polled.relativeError()));
    }

    assertThat(most).isGreaterThan(4 * MOST_ENERGY_ERROR);
  }

  private PolledLedger polled(Lateness machine, ProfileChoice profiles, int seed)
      throws IOException {
    var simulation =
        new Simulation(folder, DataFiles.gpu("k20c"), DataFiles.workload("long-kernels"), seed);
    return new PolledLedger(simulation, machine, profiles, seed);
  }
}
