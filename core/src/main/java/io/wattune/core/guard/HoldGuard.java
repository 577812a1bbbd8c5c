package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.Map;

/** Vetoes everything while an operator has ordered to leave the device alone. */
public final class HoldGuard implements Guard {

  @Override
  public String name() {
    return "hold";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    return context.isHeld()
        ? GuardVerdict.veto("an operator's hold covers the device")
        : GuardVerdict.pass(wished);
  }
}
