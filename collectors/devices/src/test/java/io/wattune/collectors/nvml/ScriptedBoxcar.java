package io.wattune.collectors.nvml;

import java.util.Locale;
import java.util.Random;

/** Writes the answers of a GPU whose sensor averages, under a load that goes through phases. */
final class ScriptedBoxcar {
  private static final int UPDATE_MILLIS = 100;
  private static final int FIRST_MILLIS = 37;
  private static final double IDLE_WATTS = 100;
  private static final double LOADED_WATTS = 400;
  private static final double NOISE_WATTS = 0.1;

  private final LoadPhases phases;
  private final int windowMillis;

  ScriptedBoxcar(LoadPhases phases, int windowMillis) {
    this.phases = phases;
    this.windowMillis = windowMillis;
  }

  /** Milliseconds when the phases are over. */
  long endMillis() {
    return phases.endNanos() / 1_000_000 + 1;
  }

  /**
   * Instant power and energy from 0 on.
   *
   * @param counted what the energy counter has per joule
   */
  String answers(double counted) {
    var text = new StringBuilder();
    var random = new Random(3);
    double millijoules = 5e6;
    long known = 0;
    for (long at = FIRST_MILLIS; at < endMillis(); at += UPDATE_MILLIS) {
      double watts = mean(at - windowMillis, at) + NOISE_WATTS * random.nextGaussian();
      millijoules += counted * (at - known) * mean(known, at);
      known = at;
      text.append(
          String.format(
              Locale.ROOT,
              "field.186.0 @%d %d\nfield.191.0 @%d %d\n",
              at,
              Math.round(1e3 * watts),
              at,
              Math.round(millijoules)));
    }
    return text.toString();
  }

  private double mean(long fromMillis, long toMillis) {
    int on = 0;
    for (long at = fromMillis; at < toMillis; at++) {
      on += phases.isOn(at * 1_000_000) ? 1 : 0;
    }
    return IDLE_WATTS + (LOADED_WATTS - IDLE_WATTS) * on / (toMillis - fromMillis);
  }
}
