package io.wattune.core.component;

import java.util.List;

/**
 * What activities of one name took within an interval, by the model at their own counters.
 *
 * @param name name of the activities
 * @param activities how many
 * @param seconds how long they ran, together
 * @param watts mean power of each component while they ran, in the interval's order of components;
 *     the idle power is not in it
 */
public record KernelWatts(String name, int activities, double seconds, List<Double> watts) {
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
    for (double each : watts) {
      if (!Double.isFinite(each)) {
        throw new IllegalArgumentException("watts of '" + name + "' must be finite, had " + each);
      }
    }
  }
}
