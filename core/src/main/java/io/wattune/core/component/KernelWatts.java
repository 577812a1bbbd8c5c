package io.wattune.core.component;

import java.util.List;

/**
 * What activities of one name took within an interval: their part of what its components took, by
 * what their own counters say.
 *
 * @param name name of the activities
 * @param activities how many
 * @param seconds how long they ran, together
 * @param watts mean power of each component while they ran, in the interval's order of components;
 *     the idle power is not in it
 * @param errorWatts standard error of each; empty in records written before errors were reported
 */
public record KernelWatts(
    String name, int activities, double seconds, List<Double> watts, List<Double> errorWatts) {
  public KernelWatts {
    if (activities < 1 || !(seconds >= 0) || !Double.isFinite(seconds)) {
      throw new IllegalArgumentException(
          "activities of '"
              + name
              + "' must be at least 1 and seconds not negative, were "
              + activities
              + " and "
              + seconds);
    }
    watts = List.copyOf(watts);
    errorWatts = List.copyOf(errorWatts);
    if (!errorWatts.isEmpty() && errorWatts.size() != watts.size()) {
      throw new IllegalArgumentException(
          "'" + name + "' must have an error of each of its components or of none");
    }
    for (double each : watts) {
      if (!Double.isFinite(each)) {
        throw new IllegalArgumentException("watts of '" + name + "' must be finite, had " + each);
      }
    }
    for (double each : errorWatts) {
      if (!(each >= 0) || !Double.isFinite(each)) {
        throw new IllegalArgumentException(
            "errors of '" + name + "' must be finite and not negative, had " + each);
      }
    }
  }
}
