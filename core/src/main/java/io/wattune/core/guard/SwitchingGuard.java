package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.Map;

/**
 * Where kernels take turns so often that switching between their settings costs more than the
 * settings save, the device keeps its own.
 */
public final class SwitchingGuard implements Guard {
  @Override
  public String name() {
    return "switching";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    return context.isSwitchingTooOften()
        ? GuardVerdict.narrowed(
            wished,
            Map.of(),
            "kernels take turns too often to switch between their settings: own settings")
        : GuardVerdict.pass(wished);
  }
}
