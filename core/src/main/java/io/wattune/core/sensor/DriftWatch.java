package io.wattune.core.sensor;

import java.util.Arrays;

/**
 * Notices that a sensor's constant has moved away from what is taken for it: a board was changed, a
 * driver behaves otherwise, a profile was given to the wrong device. A profile that is learned
 * follows its sensor step by step, so the comparison is with the constant that was learned first,
 * or that stood at the alarm before.
 *
 * <p>An alarm is raised when the median of the newest {@value #NEWEST} steps is off by more than
 * {@value #LARGEST_DRIFT} of the constant and by more than {@value #ERRORS} standard errors of
 * both, or when as many steps show another class and none this one. Only steps that show their
 * constant by themselves count, not those of an {@link EdgePool}. Test: {@code DriftWatchTest}.
 */
public final class DriftWatch {
  static final int NEWEST = 5;
  static final double LARGEST_DRIFT = 0.1;
  static final double ERRORS = 2;

  private DriftWatch() {}

  /**
   * Looks at the newest steps.
   *
   * @param taken the response that is taken for the sensor's at first; only its own class can drift
   * @param follows whether the profile follows its sensor, so that the alarm's constant is the next
   *     to be compared with
   * @return whether the alarm is raised now; {@link CalibrationState#drifting} stays while it lasts
   */
  public static boolean alarms(CalibrationState state, SensorModel taken, boolean follows) {
    boolean lag = taken.sensorClass() == SensorClass.FIRST_ORDER_LAG;
    if (taken.sensorClass() == SensorClass.PASS_THROUGH) {
      return false;
    }
    double[] ring = lag ? state.timeConstants : state.windows;
    int steps = lag ? state.lagSteps : state.boxcarSteps;
    if (state.referenceSeconds == 0) {
      state.referenceSeconds = taken.constantSeconds();
      state.referenceErrorSeconds = taken.constantErrorSeconds();
    }
    if (steps == 0 && (lag ? state.boxcarSteps : state.lagSteps) >= NEWEST) {
      return begins(state, true); // steps of another class
    }
    if (steps - state.referenceSteps < NEWEST) {
      return false;
    }
    double[] newest = new double[NEWEST];
    Arrays.setAll(newest, i -> ring[(steps - 1 - i) % ring.length]);
    double median = NewestValues.median(newest, NEWEST);
    double fit = lag ? state.fitErrorSeconds : state.windowFitErrorSeconds;
    double error =
        StrictMath.hypot(
            NewestValues.error(newest, NEWEST, fit, StepCalibrator.SYSTEMATIC),
            state.referenceErrorSeconds);
    double off = Math.abs(median - state.referenceSeconds);
    boolean begins =
        begins(state, off > LARGEST_DRIFT * state.referenceSeconds && off > ERRORS * error);
    if (begins && follows) {
      state.referenceSeconds = median;
      state.referenceErrorSeconds = error;
      state.referenceSteps = steps;
      state.drifting = false;
    }
    return begins;
  }

  private static boolean begins(CalibrationState state, boolean drifted) {
    boolean begins = drifted && !state.drifting;
    state.drifting = drifted;
    state.drifts += begins ? 1 : 0;
    return begins;
  }
}
