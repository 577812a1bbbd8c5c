package io.wattune.testbed.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.sensitivity.SensitivityEstimator;
import io.wattune.core.sensitivity.SensitivityResult;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.SensitivityState;
import io.wattune.core.tunable.TunableName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the estimator makes of the simulated GPU's counters, beside how its kernels really are. */
class SimulatedSensitivityTest {
  private static final KnobValues BOOST = new KnobValues(32, 1000, 1375);
  private static final KnobValues SLOW_MEMORY = new KnobValues(32, 1000, 925);
  private static final KnobValues SLOW_CORE = new KnobValues(32, 700, 1375);

  @TempDir private Path folder;

  private final List<Sensitivity> told = new ArrayList<>();

  /**
   * Kernels that clearly need one thing. Where latency limits (chase, walk, launches), Table 3 says
   * nothing true of this GPU; it was not trained on it, and its quality says so.
   */
  @Test
  void binsOfKernelsThatNeedOneThingAreThoseOfTheTruth() throws IOException {
    run("mixed");
    Map<String, Sensitivity> newest = new HashMap<>();
    told.forEach(each -> newest.put(each.activityName() + " " + each.tunable(), each));

    for (String kernel : List.of("polynomial", "matmul")) {
      assertThat(truth(kernel, SLOW_CORE, 0.3)).isGreaterThan(0.7);
      assertThat(bin(newest, kernel, TunableName.CORE_CLOCK)).isEqualTo(SensitivityBin.HIGH);
      assertThat(truth(kernel, SLOW_MEMORY, 1 - 925.0 / 1375)).isLessThan(0.3);
      assertThat(bin(newest, kernel, TunableName.MEMORY_CLOCK)).isEqualTo(SensitivityBin.LOW);
    }
    for (String kernel : List.of("triad", "scatter", "tree")) {
      assertThat(truth(kernel, SLOW_MEMORY, 1 - 925.0 / 1375)).isGreaterThan(0.7);
      assertThat(bin(newest, kernel, TunableName.MEMORY_CLOCK)).isEqualTo(SensitivityBin.HIGH);
      assertThat(bin(newest, kernel, TunableName.CORE_CLOCK)).isEqualTo(SensitivityBin.LOW);
    }
  }

  @Test
  void manyShortKernelsDoNotMakeManyRecords() throws IOException {
    int readings = run("short-kernels");

    // At least one record a second for each of 3 kernels and 3 tunables while they run: 180 in 20
    // s.
    // Noise of the counters adds to that; one in 20 of what telling everything would make is room.
    assertThat(told.size()).isBetween(9, 3 * readings / 20);
  }

  private int run(String workload) throws IOException {
    var simulation =
        new Simulation(folder, DataFiles.gpu("gcn-32cu"), DataFiles.workload(workload), 5);
    simulation.advance(20 * Simulation.SECOND);
    var state = new SensitivityState();
    var estimator = new SensitivityEstimator(SensitivitySettings.DEFAULT);
    assertThat(simulation.counters).hasSizeGreaterThan(100);
    for (CounterReading reading : simulation.counters) {
      SensitivityResult result = estimator.next(state, reading);
      assertThat(result.isRepeat()).isFalse();
      assertThat(result.missing()).isEmpty();
      told.addAll(result.sensitivities());
    }
    return simulation.counters.size();
  }

  private static SensitivityBin bin(
      Map<String, Sensitivity> newest, String kernel, String tunable) {
    return Objects.requireNonNull(newest.get(kernel + " " + tunable)).bin();
  }

  /** Loss of performance for the loss of clock, both as shares of what there is at full clocks. */
  private static double truth(String kernel, KnobValues slow, double clockLost) throws IOException {
    var equations = new GpuEquations(DataFiles.gpu("gcn-32cu"));
    Kernel found =
        DataFiles.workload("mixed").kernels().stream()
            .filter(each -> each.name().equals(kernel))
            .findFirst()
            .orElseThrow();
    double full = equations.at(found, Kernel.Phase.PLAIN, BOOST).seconds();
    double slower = equations.at(found, Kernel.Phase.PLAIN, slow).seconds();
    return (1 - full / slower) / clockLost;
  }
}
