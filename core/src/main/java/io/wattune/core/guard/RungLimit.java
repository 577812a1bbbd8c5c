package io.wattune.core.guard;

import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/** Holds each tunable of each kernel at or above a rung. */
final class RungLimit {
  private RungLimit() {}

  /**
   * The wish within the limit; a setting that is on no rung goes to the own one.
   *
   * @param lowest number of the lowest rung allowed, of a kernel and a tunable
   */
  static GuardVerdict narrow(
      Map<String, Configuration> wished,
      Ladders ladders,
      ToIntBiFunction<String, String> lowest,
      String note) {
    Map<String, Configuration> narrowed = new HashMap<>();
    wished.forEach(
        (kernel, configuration) -> {
          Map<String, Integer> rungs = new HashMap<>();
          for (Setting setting : configuration.settings()) {
            String tunable = setting.tunable();
            int rung = ladders.rung(configuration, tunable);
            int limit = Math.max(0, lowest.applyAsInt(kernel, tunable));
            rungs.put(tunable, rung < 0 ? 0 : Math.min(rung, limit));
          }
          Configuration within = ladders.configuration(rungs);
          if (!within.isEmpty()) {
            narrowed.put(kernel, within);
          }
        });
    return GuardVerdict.narrowed(wished, narrowed, note);
  }
}
