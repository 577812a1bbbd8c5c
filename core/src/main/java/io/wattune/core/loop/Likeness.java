package io.wattune.core.loop;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How far windows of one phase may lie apart: 5 % of level and 15 % of intensity, or four times
 * what they scatter. Before enough has been seen all are alike. Test: {@code PhasesPropertyTest}.
 */
final class Likeness {
  private static final double LEAST_LEVEL = 0.05;
  private static final double LEAST_INTENSITY = 0.15;
  private static final double DEVIATIONS = 4;

  private final Scatter levels = new Scatter();
  private final Scatter intensities = new Scatter();

  /** One more window while a phase is taken to run. */
  void take(OptionalDouble level, OptionalDouble intensity) {
    level.ifPresent(levels::take);
    intensity.ifPresent(intensities::take);
  }

  /** Another phase runs: the next window is not to be compared with the one before. */
  void interrupt() {
    levels.interrupt();
    intensities.interrupt();
  }

  boolean isKnown() {
    return levels.isKnown();
  }

  double ofLevels() {
    return Math.max(LEAST_LEVEL, DEVIATIONS * levels.deviation());
  }

  double ofIntensities() {
    return Math.max(LEAST_INTENSITY, DEVIATIONS * intensities.deviation());
  }

  /** Whether windows are as intense as each other, as far as that is known of them. */
  boolean areAsIntense(List<WorkWindow> windows) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (WorkWindow each : windows) {
      if (each.intensity().isPresent()) {
        least = Math.min(least, each.intensity().getAsDouble());
        most = Math.max(most, each.intensity().getAsDouble());
      }
    }
    return !(most - least > ofIntensities());
  }

  /** Whether windows at the same settings may be of one phase. */
  boolean areAlike(List<WorkWindow> windows, boolean isEstimated) {
    for (WorkWindow each : windows) {
      if (Math.abs(ProgramRecord.level(windows.get(0), each, isEstimated)) > ofLevels()) {
        return false;
      }
    }
    return areAsIntense(windows);
  }
}
