package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.Map;

/**
 * What a guard leaves of a wish.
 *
 * @param configurations by kernel; one that is not named has own settings
 * @param isVetoed nothing may be sent at all
 * @param note what was narrowed or vetoed and why, for people; empty where nothing was
 */
public record GuardVerdict(
    Map<String, Configuration> configurations, boolean isVetoed, String note) {

  public GuardVerdict {
    configurations = Map.copyOf(configurations);
  }

  /** The wish may be sent as it is. */
  static GuardVerdict pass(Map<String, Configuration> wished) {
    return new GuardVerdict(wished, false, "");
  }

  /** This much of the wish may be sent; the note counts only if that is not all of it. */
  static GuardVerdict narrowed(
      Map<String, Configuration> wished, Map<String, Configuration> narrowed, String note) {
    return narrowed.equals(wished) ? pass(wished) : new GuardVerdict(narrowed, false, note);
  }

  /** Nothing may be sent. */
  static GuardVerdict veto(String note) {
    return new GuardVerdict(Map.of(), true, note);
  }
}
