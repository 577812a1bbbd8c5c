package io.wattune.pipeline;

import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;

/** What the admin of simulated nodes allows: everything that the GPU takes. */
final class SimulatedTunables {
  private SimulatedTunables() {}

  /** The bounds of one tunable. */
  record Bounds(String tunable, TunableUnit unit, long lowest, long highest) {
    /** The lowest value, as a command takes it. */
    String lowestSetting() {
      return tunable + "=" + Quantity.text(lowest, unit).replace(" ", "");
    }
  }

  static List<Bounds> of(List<Tunable> tunables) {
    return tunables.stream().map(SimulatedTunables::bounds).toList();
  }

  private static Bounds bounds(Tunable tunable) {
    return new Bounds(
        tunable.name(), tunable.unit(), tunable.grid().lowest(), tunable.grid().highest());
  }
}
