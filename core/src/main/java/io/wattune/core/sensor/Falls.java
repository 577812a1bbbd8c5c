package io.wattune.core.sensor;

import io.wattune.core.reading.Sample;

/**
 * What falls forbid. Power is never negative, so after a flat stretch at {@code y} a boxcar cannot
 * lose more than {@code y T / W} from one update to the next, nor a lag more than {@code y (1 -
 * exp(-T / C))}. A slow rise that is followed by a steeper fall is a rise of power, not a response.
 *
 * <p>Whether a fall is ragged plays no role: that only makes it less steep.
 */
final class Falls {
  /** The samples before a fall that must be alike. */
  private static final int FLAT = 3;

  private static final double FLAT_SHARE = 0.01;

  /** What is counted as a fall, as a share of the level. */
  private static final double LEAST_SHARE = 0.02;

  /** The period is known to some percent, the constants to ten. */
  private static final double TOLERANCE = 1.15;

  private static final double LONGEST_POLLED = 1.1;

  /** The steepest fall fades with those that follow: one broken value must not count for ever. */
  private static final double KEPT = 0.97;

  private Falls() {}

  /** Notes whether a sample falls out of a flat stretch; to be called before it is remembered. */
  static boolean note(
      CalibrationState state,
      Sample sample,
      double watts,
      double periodSeconds,
      double resolution) {
    if (state.history <= FLAT) {
      return false;
    }
    // The newest sample may have begun to fall: of a sensor that averages it shows a part only.
    double level = StepCalibrator.back(state, 1);
    double newest = StepCalibrator.back(state, 0);
    if (!(watts < (1 - LEAST_SHARE) * newest)) {
      return false;
    }
    double noise = StepCalibrator.noiseWatts(state, resolution);
    double allowed = Math.max(FLAT_SHARE * level, 4 * noise);
    for (int back = 2; back <= FLAT; back++) {
      if (Math.abs(StepCalibrator.back(state, back) - level) > allowed) {
        return false;
      }
    }
    double share = (Math.min(level, newest) - watts - 2 * noise) / level;
    boolean polled = (sample.toNanos - sample.fromNanos) * 1e-9 <= LONGEST_POLLED * periodSeconds;
    if (share <= 0 || !polled) {
      return false;
    }
    state.falls++;
    state.steepestFall = Math.max(share, KEPT * state.steepestFall);
    return true;
  }

  /** Whether a boxcar could have shown all falls, of which there must have been one. */
  static boolean allowBoxcar(CalibrationState state, double windowPeriods) {
    return windowPeriods <= 1
        || (state.falls > 0 && windowPeriods * state.steepestFall <= TOLERANCE);
  }

  /** Whether a lag could have. */
  static boolean allowLag(CalibrationState state, double constantPeriods) {
    return state.falls > 0
        && state.steepestFall <= TOLERANCE * (1 - StrictMath.exp(-1 / constantPeriods));
  }
}
