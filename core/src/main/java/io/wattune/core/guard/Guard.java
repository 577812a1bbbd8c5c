package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.Map;

/**
 * May narrow or veto what a policy wishes, never widen it: no tunable of any kernel comes out
 * farther from its own setting than the farther of what was wished and what was sent last.
 *
 * @param name for counting and in the detail of a decision
 * @param rule what of a wish may be sent
 */
public record Guard(String name, Rule rule) {
  /** What of a wish may be sent. */
  @FunctionalInterface
  public interface Rule {
    /**
     * Of one wish.
     *
     * @param wished the wished configurations by kernel; one that is not named has own settings
     */
    GuardVerdict check(Map<String, Configuration> wished, GuardContext context);
  }
}
