package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.Map;

/**
 * May narrow or veto what a policy wishes, never widen it: no tunable of any kernel comes out
 * farther from its own setting than the farther of what was wished and what was sent last.
 */
public interface Guard {

  /** Its name, for counting and in the detail of a decision. */
  String name();

  /**
   * What of a wish may be sent.
   *
   * @param wished the wished configurations by kernel; one that is not named has own settings
   */
  GuardVerdict check(Map<String, Configuration> wished, GuardContext context);
}
