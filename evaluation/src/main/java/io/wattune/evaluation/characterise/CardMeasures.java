package io.wattune.evaluation.characterise;

import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.sweep.Testbed;
import java.util.DoubleSummaryStatistics;

/**
 * Numbers of figures 3 to 5 and 9 that change smoothly with the constants, so that they can be
 * fitted. Configurations are those of Paul et al. 2015, section 3; ops/byte is normalised to 4
 * units, 300 MHz and 475 MHz as there.
 */
final class CardMeasures {
  /** Share of the highest performance from which on more compute is of no use. */
  private static final double KNEE = 0.95;

  private static final int LOWEST_UNITS = 4;
  private static final int LOWEST_CORE = 300;
  private static final int LOWEST_MEMORY = 475;
  private static final int UNITS = 32;
  private static final int CORE = 1000;
  private static final int MEMORY = 1375;
  private static final int UNIT_STEP = 4;

  private final Testbed testbed;
  private final CardKernel flops;
  private final CardKernel memory;

  CardMeasures(Testbed testbed) {
    this.testbed = testbed;
    this.flops = CardKernel.of(testbed, "MaxFlops", "MaxFlops");
    this.memory = CardKernel.of(testbed, "DeviceMemory", "ReadGlobal");
  }

  /** Ops/byte of the hardware over that of its smallest configuration. */
  static double opsPerByte(double units, double core, double memoryClock) {
    return units * core / (LOWEST_UNITS * LOWEST_CORE) / (memoryClock / LOWEST_MEMORY);
  }

  /**
   * Figure 3b: where DeviceMemory gains no more from units at the highest core clock, in ops/byte;
   * mean over the memory clocks. Between two numbers of units performance is a straight line.
   */
  double kneeOfDeviceMemory() {
    return testbed.gpu().configurations().stream()
        .mapToInt(KnobValues::memoryMegaHertz)
        .distinct()
        .mapToDouble(this::knee)
        .average()
        .orElseThrow();
  }

  private double knee(int memoryClock) {
    double wanted = KNEE / memory.at(UNITS, CORE, memoryClock).seconds();
    double below = 0;
    for (int units = LOWEST_UNITS; units <= UNITS; units += UNIT_STEP) {
      double performance = 1 / memory.at(units, CORE, memoryClock).seconds();
      if (performance >= wanted) {
        double share = (wanted - below) / (performance - below);
        return opsPerByte(units - UNIT_STEP * (1 - share), CORE, memoryClock);
      }
      below = performance;
    }
    throw new IllegalStateException("the last number of units has all of the performance");
  }

  /** Figure 4: highest over lowest card power of DeviceMemory over the compute configurations. */
  double computePowerRatio() {
    DoubleSummaryStatistics watts =
        testbed.gpu().configurations().stream()
            .filter(knobs -> knobs.memoryMegaHertz() == MEMORY)
            .mapToDouble(knobs -> memory.at(knobs.cuCount(), knobs.coreMegaHertz(), MEMORY).watts())
            .summaryStatistics();
    return watts.getMax() / watts.getMin();
  }

  /** Figure 5: how much more card power MaxFlops takes at the highest than at the lowest memory. */
  double memoryPowerSwing() {
    return flops.top().watts() / flops.at(UNITS, CORE, LOWEST_MEMORY).watts() - 1;
  }

  /** Card power of MaxFlops, the most that there is. */
  double highestWatts() {
    return flops.top().watts();
  }
}
