package io.wattune.core.component;

import java.util.List;

/**
 * The mean power of one component in an interval.
 *
 * @param name name of the component; of several that cannot be distinguished, their names together
 * @param watts mean power
 * @param errorWatts its standard error
 * @param counters the counters that stand for it
 * @param merged the components that it stands for, where they cannot be distinguished; else empty
 */
public record ComponentWatts(
    String name, double watts, double errorWatts, List<String> counters, List<String> merged) {
  /** What a device takes while its counters stand still. */
  public static final String IDLE = "idle";

  public ComponentWatts {
    if (!Double.isFinite(watts) || !(errorWatts >= 0) || !Double.isFinite(errorWatts)) {
      throw new IllegalArgumentException(
          "watts of '"
              + name
              + "' must be finite and their error not negative, were "
              + watts
              + " and "
              + errorWatts);
    }
    counters = List.copyOf(counters);
    merged = List.copyOf(merged);
  }
}
