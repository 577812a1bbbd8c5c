package io.wattune.testbed.heat;

import java.util.List;

/**
 * A workload: phases that repeat.
 *
 * @param name its name
 * @param activeMultiprocessors how many work
 * @param phases in their order
 */
public record HeatWorkload(String name, int activeMultiprocessors, List<HeatPhase> phases) {
  public HeatWorkload {
    phases = List.copyOf(phases);
    if (phases.isEmpty() || activeMultiprocessors < 1) {
      throw new IllegalArgumentException("workload '" + name + "' needs a phase and a unit");
    }
  }
}
