package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.Map;

/**
 * A decision moves a tunable at most so many rungs down from the highest rung that it may be at,
 * and only to a rung. Towards the own setting it may go any way at once.
 */
public final class StepGuard implements Guard {
  private final int most;

  /** With this many rungs for a decision. */
  public StepGuard(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("most must be at least 1, was " + most);
    }
    this.most = most;
  }

  @Override
  public String name() {
    return "step";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    return RungLimit.narrow(
        wished,
        context.ladders(),
        (kernel, tunable) -> context.surelyAtRung(kernel, tunable) + most,
        "at most " + most + " rungs from what is in force for sure");
  }
}
