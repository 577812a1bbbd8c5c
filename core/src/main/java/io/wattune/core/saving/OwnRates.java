package io.wattune.core.saving;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a second of each part of a program delivers at own settings, which makes one unit of work of
 * several: {@code sum of w_i / r_i}, the time that the work would have taken at own settings.
 *
 * <p>By the device's counters work is taken to fall as much as the rate that falls most, and twice
 * as much as that, as the loop does: they are no work.
 */
final class OwnRates {
  private static final int MOST_NAMES = 64;

  private record Part(WorkLevel level, String name) {}

  private final Map<Part, WindowWork.Delivered> byPart = new HashMap<>();

  /** Rates that do not change any more. */
  private final Map<Part, Double> fixed;

  OwnRates() {
    this(Map.of());
  }

  private OwnRates(Map<Part, Double> fixed) {
    this.fixed = new HashMap<>(fixed);
  }

  /** The fixed rates, to which those of windows come that are not summed up yet. */
  OwnRates copy() {
    return new OwnRates(fixed);
  }

  /** Takes a window at own settings. */
  void add(WindowWork window) {
    window
        .byName()
        .forEach(
            (name, delivered) ->
                byPart.merge(
                    new Part(window.level(), name), delivered, WindowWork.Delivered::plus));
  }

  private double rate(Part part) {
    Double known = fixed.get(part);
    if (known != null) {
      return known;
    }
    WindowWork.Delivered own = byPart.get(part);
    return own == null || own.seconds() <= 0 ? 0 : own.work() / own.seconds();
  }

  /** Whether a window has a part whose rate may be fixed still. */
  boolean wantsToFix(WindowWork window) {
    return fixed.size() < MOST_NAMES
        && window.byName().keySet().stream()
            .anyMatch(name -> !fixed.containsKey(new Part(window.level(), name)));
  }

  /** Fixes the rates of a window's parts at what others know of them. */
  void fix(WindowWork window, OwnRates others) {
    for (String name : window.byName().keySet()) {
      var part = new Part(window.level(), name);
      double rate = others.rate(part);
      if (rate > 0 && fixed.size() < MOST_NAMES) {
        fixed.putIfAbsent(part, rate);
      }
    }
  }

  /** Work of a window in seconds at own settings; empty where a part's rate is not known. */
  OptionalDouble units(WindowWork window, double windowSeconds) {
    return window.level() == WorkLevel.COUNTERS ? estimated(window, windowSeconds) : sum(window);
  }

  private OptionalDouble sum(WindowWork window) {
    double units = 0;
    for (Map.Entry<String, WindowWork.Delivered> each : window.byName().entrySet()) {
      double rate = rate(new Part(window.level(), each.getKey()));
      if (rate <= 0) {
        return OptionalDouble.empty();
      }
      units += each.getValue().work() / rate;
    }
    return OptionalDouble.of(units);
  }

  /**
   * What was taken off an estimate of work that is not sure to be lost: of {@code w f^2} out of
   * {@code w} seconds the counters say {@code w f}.
   */
  static double guard(double units, double windowSeconds) {
    return Math.max(0, Math.sqrt(units * windowSeconds) - units);
  }

  private OptionalDouble estimated(WindowWork window, double windowSeconds) {
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, WindowWork.Delivered> each : window.byName().entrySet()) {
      double rate = rate(new Part(window.level(), each.getKey()));
      if (rate > 0) {
        least = Math.min(least, each.getValue().work() / each.getValue().seconds() / rate);
      }
    }
    return Double.isInfinite(least)
        ? OptionalDouble.empty()
        : OptionalDouble.of(windowSeconds * least * least);
  }
}
