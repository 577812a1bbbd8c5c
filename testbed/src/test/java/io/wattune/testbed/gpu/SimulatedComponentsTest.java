package io.wattune.testbed.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.component.ComponentEstimator;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentState;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.power.TruePower;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the estimator makes of the simulated GPU's power and counters, beside what its equations
 * take for the instructions of the vector units and for what goes through L2 and memory.
 */
class SimulatedComponentsTest {
  private static final KnobValues BOOST = new KnobValues(32, 1000, 1375);
  private static final long STEP = 10 * Simulation.MILLI;
  private static final int SECONDS = 120;

  @TempDir private Path folder;

  @Test
  void vectorUnitsAndMemoryAreWithinTwoErrorsOfTheEquations() throws IOException {
    GpuModel model = DataFiles.gpu("gcn-32cu");
    Workload workload = DataFiles.workload("mixed");
    int all = 0;
    int within = 0;
    for (long seed = 1; seed <= 5; seed++) {
      for (ComponentPower each : run(model, workload, seed)) {
        if (!each.isKnown() || each.activityName() == null || !isFilled(each)) {
          continue;
        }
        Kernel kernel =
            workload.kernels().stream()
                .filter(one -> one.name().equals(each.activityName()))
                .findFirst()
                .orElseThrow();
        double vector = 0;
        double vectorError = 0;
        double memory = 0;
        double memoryError = 0;
        for (ComponentWatts part : each.components()) {
          if (part.counters().contains("VALUBusy")) {
            vector += part.watts();
            vectorError += part.errorWatts();
          } else {
            memory += part.watts();
            // Their errors go against each other: the sum's is at most the sum of them.
            memoryError += part.errorWatts();
          }
        }
        all += 2;
        within += Math.abs(vector - vectorWatts(model, kernel)) <= 2 * vectorError ? 1 : 0;
        within += Math.abs(memory - memoryWatts(model, kernel)) <= 2 * memoryError ? 1 : 0;
      }
    }
    assertThat(all).isGreaterThan(1000);
    assertThat((double) within / all).as("%d of %d", within, all).isGreaterThanOrEqualTo(0.95);
  }

  /** Pauses between invocations are in the interval's power, not in the equations'. */
  private static boolean isFilled(ComponentPower power) {
    return power.kernels().get(0).seconds() > 0.98 * power.seconds();
  }

  private List<ComponentPower> run(GpuModel model, Workload workload, long seed)
      throws IOException {
    var simulation = new Simulation(folder, model, workload, seed);
    var estimator = new ComponentEstimator(null);
    var state = new ComponentState();
    List<ComponentPower> told = new ArrayList<>();
    long energy = 0;
    int taken = 0;
    long samples = SECONDS * Simulation.SECOND / STEP;
    for (long i = 1; i <= samples; i++) {
      simulation.advance(i * STEP);
      long now = simulation.gpu.truth().now().energyMicrojoules();
      // 1 uJ in 10 ms is 0.1 mW.
      int milliwatts = (int) Math.round((now - energy) / 1e3 / (STEP * 1e-9));
      energy = now;
      for (; taken < simulation.counters.size(); taken++) {
        estimator.counters(state, simulation.counters.get(taken), told::add);
      }
      estimator.power(state, sample(Simulation.START + i * STEP - STEP / 2, milliwatts), told::add);
    }
    return told;
  }

  private static TruePower sample(long nanos, int milliwatts) {
    return new TruePower(
        "n1/gpu0",
        "power",
        0,
        "p",
        new long[] {nanos},
        new int[] {milliwatts},
        new int[] {milliwatts},
        new int[] {milliwatts / 100},
        new byte[1],
        null,
        0);
  }

  /** {@link GpuEquations}: energy of instructions, at nominal voltage. */
  private static double vectorWatts(GpuModel model, Kernel kernel) {
    PowerConstants power = model.power();
    OperatingPoint point = new GpuEquations(model).at(kernel, Kernel.Phase.PLAIN, BOOST);
    double z = power.laneIndependentShare();
    return power.valuNanojoules()
        * kernel.instructionsGiga()
        / point.seconds()
        * (z + (1 - z) * kernel.laneUtilization())
        * kernel.instructionEnergy();
  }

  /** {@link GpuEquations}: what bytes cost in L2 and memory, at nominal clocks. */
  private static double memoryWatts(GpuModel model, Kernel kernel) {
    PowerConstants power = model.power();
    OperatingPoint point = new GpuEquations(model).at(kernel, Kernel.Phase.PLAIN, BOOST);
    return power.l2WattsPerGigabytePerSecond() * kernel.requestedGigabytes() / point.seconds()
        + power.trafficWattsPerGigabytePerSecond() * point.memoryGigabytes() / point.seconds();
  }
}
