package io.wattune.core.guard;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Which temperature devices are kept below, by what their own sensors show.
 *
 * @param celsius for all devices that no model's name is given for; empty for no limit
 * @param byModel by a part of the model's name, whatever its capitals; the longest that fits counts
 */
public record TemperatureLimits(OptionalDouble celsius, Map<String, Double> byModel) {
  /** No device is kept below a temperature. */
  public static final TemperatureLimits NONE =
      new TemperatureLimits(OptionalDouble.empty(), Map.of());

  /** A limit below this holds no device that works. */
  public static final double LOWEST_CELSIUS = 25;

  /** Devices protect themselves before this. */
  public static final double HIGHEST_CELSIUS = 110;

  public TemperatureLimits {
    byModel = Map.copyOf(byModel);
    celsius.ifPresent(TemperatureLimits::check);
    byModel.values().forEach(TemperatureLimits::check);
  }

  private static void check(double limit) {
    if (!(limit >= LOWEST_CELSIUS && limit <= HIGHEST_CELSIUS)) {
      throw new IllegalArgumentException(
          "a temperature limit must be in %s..%s degrees Celsius, was %s"
              .formatted(LOWEST_CELSIUS, HIGHEST_CELSIUS, limit));
    }
  }

  /** Whether there is none for any device. */
  public boolean isNone() {
    return celsius.isEmpty() && byModel.isEmpty();
  }

  /**
   * The limit of a device; empty for none.
   *
   * @param model the vendor's name of the product; empty where it is not known, which has the
   *     lowest limit of all
   */
  public OptionalDouble of(String model) {
    if (model.isEmpty()) {
      double lowest = celsius.orElse(Double.POSITIVE_INFINITY);
      for (double each : byModel.values()) {
        lowest = Math.min(lowest, each);
      }
      return Double.isInfinite(lowest) ? OptionalDouble.empty() : OptionalDouble.of(lowest);
    }
    String wanted = model.toLowerCase(Locale.ROOT);
    String longest = "";
    OptionalDouble limit = celsius;
    for (Map.Entry<String, Double> each : new TreeMap<>(byModel).entrySet()) {
      String part = each.getKey();
      if (part.length() > longest.length() && wanted.contains(part.toLowerCase(Locale.ROOT))) {
        longest = part;
        limit = OptionalDouble.of(each.getValue());
      }
    }
    return limit;
  }
}
