package io.wattune.core.sensor;

import io.wattune.core.sensor.EdgePool.SettledClass;
import io.wattune.core.sensor.StepCalibrator.Lesson;
import java.util.Objects;

/** What the steps of a sensor have taught, as they stand: see {@link StepCalibrator}. */
public final class TaughtResponse {
  /** Standard error of a response whose pooled edges were over within an update, in periods. */
  private static final double SHORT_ERROR_PERIODS = 0.5;

  private TaughtResponse() {}

  /**
   * The response that a lesson taught, with its constants as they stand.
   *
   * @param lesson not {@link Lesson#NOTHING}
   */
  public static SensorModel of(CalibrationState state, Lesson lesson, double periodSeconds) {
    return switch (lesson) {
      case NOTHING -> throw new IllegalArgumentException("nothing was taught");
      case SHORT -> {
        double periods =
            EdgePool.isShort(state.pool) ? SHORT_ERROR_PERIODS : QuickEdges.ERROR_PERIODS;
        yield SensorModel.passThrough(
            Math.min(periods * periodSeconds, ResponseBound.errorSeconds(state)));
      }
      case BOUNDED -> SensorModel.passThrough(ResponseBound.errorSeconds(state));
      case PASS_THROUGH -> SensorModel.passThrough(ResponseGrid.LEAST_WINDOW / 2 * periodSeconds);
      case LAG -> {
        if (state.lagSteps > 0) {
          yield SensorModel.lag(timeConstantSeconds(state), timeConstantErrorSeconds(state));
        }
        SettledClass verdict = pooled(state);
        yield SensorModel.lag(verdict.periods() * periodSeconds, error(verdict, periodSeconds));
      }
      case BOXCAR -> {
        if (state.boxcarStepsTold > 0) {
          yield SensorModel.boxcar(windowSeconds(state), windowErrorSeconds(state));
        }
        SettledClass verdict = pooled(state);
        yield SensorModel.boxcar(verdict.periods() * periodSeconds, error(verdict, periodSeconds));
      }
    };
  }

  private static SettledClass pooled(CalibrationState state) {
    return Objects.requireNonNull(EdgePool.verdict(state.pool), "no class was taught");
  }

  private static double error(SettledClass verdict, double periodSeconds) {
    return StrictMath.hypot(verdict.errorPeriods(), StepCalibrator.SYSTEMATIC * verdict.periods())
        * periodSeconds;
  }

  /** Number of steps that a lesson was drawn from. */
  public static int steps(CalibrationState state, Lesson lesson) {
    return switch (lesson) {
      case LAG -> state.lagSteps > 0 ? state.lagSteps : (int) state.pool.edges;
      case BOXCAR -> state.boxcarSteps > 0 ? state.boxcarSteps : (int) state.pool.edges;
      case SHORT -> EdgePool.isShort(state.pool) ? (int) state.pool.edges : (int) state.quickEdges;
      case PASS_THROUGH -> (int) state.pool.edges;
      case BOUNDED, NOTHING -> 0;
    };
  }

  /** Median time constant of the newest lag steps, in seconds. */
  public static double timeConstantSeconds(CalibrationState state) {
    return NewestValues.median(state.timeConstants, state.lagSteps);
  }

  /** Standard error of {@link #timeConstantSeconds}. */
  public static double timeConstantErrorSeconds(CalibrationState state) {
    return NewestValues.error(
        state.timeConstants, state.lagSteps, state.fitErrorSeconds, StepCalibrator.SYSTEMATIC);
  }

  /** Median window of the newest long boxcar steps, in seconds. */
  static double windowSeconds(CalibrationState state) {
    return NewestValues.median(state.windows, state.boxcarSteps);
  }

  private static double windowErrorSeconds(CalibrationState state) {
    return NewestValues.error(
        state.windows, state.boxcarSteps, state.windowFitErrorSeconds, StepCalibrator.SYSTEMATIC);
  }
}
