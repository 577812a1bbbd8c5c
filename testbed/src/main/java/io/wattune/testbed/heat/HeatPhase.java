package io.wattune.testbed.heat;

import io.wattune.core.energymodel.PublishedComponent;
import java.util.Map;

/**
 * A stretch of a workload.
 *
 * @param name the kernel
 * @param seconds how long it takes at the fastest clock
 * @param computeShare of that time what goes with the clock, 0 to 1
 * @param instructionsPerLaneCycle of the fastest clock
 * @param accessesPerInstruction of each component, of a thread
 */
public record HeatPhase(
    String name,
    double seconds,
    double computeShare,
    double instructionsPerLaneCycle,
    Map<PublishedComponent, Double> accessesPerInstruction) {
  public HeatPhase {
    accessesPerInstruction = Map.copyOf(accessesPerInstruction);
    if (!(seconds > 0)
        || !(computeShare >= 0 && computeShare <= 1)
        || !(instructionsPerLaneCycle >= 0)) {
      throw new IllegalArgumentException("phase '" + name + "' has values out of range");
    }
  }
}
