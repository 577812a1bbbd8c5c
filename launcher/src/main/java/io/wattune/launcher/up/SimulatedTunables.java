package io.wattune.launcher.up;

import io.wattune.core.tunable.Tunable;
import io.wattune.testbed.gpu.GpuModel;
import java.util.List;

/** What the admin of simulated nodes allows: everything that the GPU takes. */
final class SimulatedTunables {
  private SimulatedTunables() {}

  /** The bounds of one tunable. */
  record Bounds(String tunable, long lowest, long highest) {}

  static List<Bounds> of(GpuModel model) {
    return model.tunables().stream().map(SimulatedTunables::bounds).toList();
  }

  private static Bounds bounds(Tunable tunable) {
    return new Bounds(tunable.name(), tunable.grid().lowest(), tunable.grid().highest());
  }
}
