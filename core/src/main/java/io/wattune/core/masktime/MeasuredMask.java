package io.wattune.core.masktime;

import java.util.List;

/**
 * A kernel's measured time on a mask.
 *
 * @param units units in use of each engine
 * @param seconds above 0
 */
public record MeasuredMask(List<Integer> units, double seconds) {
  public MeasuredMask {
    units = List.copyOf(units);
    if (units.stream().anyMatch(count -> count < 0)
        || units.stream().noneMatch(count -> count > 0)) {
      throw new IllegalArgumentException("a mask uses at least one unit, has " + units);
    }
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException("seconds must be above 0, were " + seconds);
    }
  }

  /** Units in use. */
  public int count() {
    return units.stream().mapToInt(Integer::intValue).sum();
  }
}
