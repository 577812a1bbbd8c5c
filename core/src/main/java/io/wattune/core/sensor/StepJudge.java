package io.wattune.core.sensor;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.sensor.StepCalibrator.Lesson;

/**
 * Says what a collected step teaches of its sensor.
 *
 * <p>A step counts when it is at least 20 noise deviations and {@value
 * StepCalibrator#LEAST_STEP_WATTS} W high, came out of a flat stretch (spread below 5 % of the
 * step), and
 *
 * <ul>
 *   <li>as a <b>lag</b> when the residuals are under 0.5 % of the step (or three noise deviations),
 *       both other models are at least twice as bad, at least {@value #LEAST_INFORMATIVE} samples
 *       lie within {@code 3 C}, {@code C} is known to {@value #LARGEST_ERROR} of it, and is longer
 *       than the update period;
 *   <li>as a <b>long boxcar</b> by the same rule for a ramp, with at least {@value #LEAST_ON_RAMP}
 *       samples on it;
 *   <li>with others of its kind, in {@link EdgePool}, when it is over within a few updates.
 * </ul>
 *
 * <p><b>Updates that nobody saw</b>, in a gap or in a shorter pause of the polls. A step with more
 * than half of its height in one such place teaches nothing: the update that showed a part of the
 * step may be among them, so that any short response looks like none. With at least half of it
 * seen, and {@value #LEAST_INFORMATIVE} samples within {@code 3 C} of the last one before the edge,
 * a lag shows its shape. Power that changes in a gap shows in the residuals, as it does elsewhere.
 * A boxcar and the pool want every update of the edge seen.
 *
 * <p>Tests: {@code StepCalibratorTest}, {@code ClassOfRandomSensorsTest}.
 */
final class StepJudge {
  static final int LEAST_INFORMATIVE = 8;
  static final int LEAST_ON_RAMP = 6;
  static final double LARGEST_ERROR = 0.1;
  private static final double LARGEST_RESIDUAL = 0.005;
  private static final double LARGEST_HIDDEN = 0.5;
  private static final double NOTHING_HIDDEN = 0.02;
  private static final int INDEPENDENT = 2;

  private StepJudge() {}

  /**
   * Takes a step that has been collected to its end into account.
   *
   * @param collected its samples; put on the sensor's comb
   * @param settled whether it ended with a flat stretch
   */
  static Lesson judge(
      CalibrationState state,
      CollectedStep collected,
      double periodSeconds,
      double resolution,
      boolean settled) {
    if (collected.count() < StepCalibrator.LEAST_SAMPLES) {
      return Lesson.NOTHING;
    }
    if (state.baseSpreadWatts > 0.05 * (state.highestWatts - state.baseWatts)) {
      return Lesson.NOTHING;
    }
    Comb.place(collected.seconds(), collected.count(), periodSeconds);
    StepFit fit =
        StepFit.of(collected.seconds(), collected.watts(), collected.count(), state.baseWatts);
    double step = fit.levelWatts() - state.baseWatts;
    double noise = StepCalibrator.noiseWatts(state, resolution);
    if (!(step > Math.max(StepCalibrator.LEAST_STEP_WATTS, 20 * noise))) {
      return Lesson.NOTHING;
    }
    if (state.hiddenWatts > LARGEST_HIDDEN * step) {
      return Lesson.NOTHING;
    }
    double allowed = Math.max(LARGEST_RESIDUAL * step, 3 * noise);
    double error = errorSeconds(fit, noise);
    boolean lag =
        fit.passRmsWatts() > allowed
            && fit.lagRmsWatts() <= allowed
            && fit.boxcarRmsWatts() >= 2 * fit.lagRmsWatts()
            && fit.passRmsWatts() >= 2 * fit.lagRmsWatts()
            && fit.informative() >= LEAST_INFORMATIVE
            && error <= LARGEST_ERROR * fit.timeConstantSeconds()
            && fit.timeConstantSeconds() > periodSeconds;
    if (lag) {
      state.timeConstants[state.lagSteps % StepCalibrator.REMEMBERED] = fit.timeConstantSeconds();
      state.lagSteps++;
      state.fitErrorSeconds = error;
      EdgePool.close(state.pool);
      return Lesson.LAG;
    }
    if (settled && state.hiddenWatts <= NOTHING_HIDDEN * step) {
      judgeRamp(state, collected, fit, allowed, periodSeconds);
      ShortEdge.pool(state, collected, periodSeconds, noise);
    }
    return Lesson.NOTHING;
  }

  private static void judgeRamp(
      CalibrationState state,
      CollectedStep collected,
      StepFit fit,
      double allowed,
      double periodSeconds) {
    if (fit.passRmsWatts() <= allowed || fit.boxcarRmsWatts() > 3 * allowed) {
      return;
    }
    RampFit ramp =
        RampFit.of(collected.seconds(), collected.watts(), collected.count(), state.baseWatts);
    boolean boxcar =
        ramp.rmsWatts() <= allowed
            && fit.lagRmsWatts() >= 2 * ramp.rmsWatts()
            && fit.passRmsWatts() >= 2 * ramp.rmsWatts()
            && ramp.informative() >= LEAST_ON_RAMP
            && ramp.windowErrorSeconds() <= LARGEST_ERROR * ramp.windowSeconds()
            && ramp.windowSeconds() > LEAST_ON_RAMP * periodSeconds;
    if (boxcar) {
      state.windows[state.boxcarSteps % StepCalibrator.REMEMBERED] = ramp.windowSeconds();
      state.boxcarSteps++;
      state.windowFitErrorSeconds = ramp.windowErrorSeconds();
    }
  }

  /**
   * Standard error of a step's time constant. Residuals beyond the noise are no noise: they go with
   * one another, as where a second kernel starts within the rise, and do not average out over the
   * samples, but over {@value #INDEPENDENT} stretches of them at best.
   */
  private static double errorSeconds(StepFit fit, double noise) {
    double rms = fit.lagRmsWatts();
    double misfit = Math.max(0, 1 - square(1.5 * noise / rms));
    double together = misfit * Math.max(0, (double) fit.samples() / INDEPENDENT - 1);
    return fit.timeConstantErrorSeconds() * Math.sqrt(1 + together);
  }
}
