package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.Map;

/**
 * Where kernels take turns so often that switching between their settings costs more than the
 * settings save, none has its own: only a configuration for all of them passes.
 */
public final class SwitchingGuard implements Guard {
  @Override
  public String name() {
    return "switching";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    if (!context.isSwitchingTooOften()) {
      return GuardVerdict.pass(wished);
    }
    Map<String, Configuration> kept = new HashMap<>(wished);
    kept.keySet().removeIf(name -> !name.equals(GuardContext.DEFAULT));
    return GuardVerdict.narrowed(
        wished,
        kept,
        "kernels take turns too often to switch between their settings: one for all of them");
  }
}
