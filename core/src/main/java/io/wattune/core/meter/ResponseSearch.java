package io.wattune.core.meter;

import io.wattune.core.sensor.SensorClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * The search of {@link ResponseFitter} for the constants and delays at which each class explains
 * the readings best, with the errors that the curvature there gives them. Test: {@code
 * ResponseFitterTest}.
 */
final class ResponseSearch {
  static final double SYSTEMATIC = 0.03;
  static final double LEAST_DELAY_ERROR_SECONDS = 0.002;

  /** Responses that are looked for: from one reading of a fast meter to twice the longest known. */
  static final double SHORTEST_SECONDS = 0.002;

  static final double LONGEST_SECONDS = 2.5;
  static final int HALVINGS = 9;

  /** Windows in update periods. */
  private static final double[] USUAL_WINDOWS = {0.1, 0.25, 0.5, 1, 10};

  private static final double CONSTANT_STEP = 0.2;

  /** How much of the curvature is left at the least when the other of the two may follow. */
  private static final double LEAST_DETERMINED = 0.05;

  /** After so many it shows which minima are worth the rest. */
  private static final int FIRST_HALVINGS = 3;

  /** Minima of a class that are followed down. */
  private static final int MINIMA = 10;

  /** Of these, the ones that are followed to the end. */
  private static final int KEPT = 5;

  private final ResponseData data;
  private final double periodSeconds;
  private final double timeErrorSeconds;
  private final double[] delays;
  private final double delayStep;
  private final List<Tried> tried = new ArrayList<>();

  /** A point of a grid. */
  record Tried(SensorClass sensorClass, double constant, double delay, Regression at) {}

  /**
   * Prepares.
   *
   * @param delays that are looked for, ascending, a step apart
   */
  ResponseSearch(
      ResponseData data,
      double[] delays,
      double delayStep,
      double periodSeconds,
      double timeErrorSeconds) {
    this.data = data;
    this.delays = delays;
    this.delayStep = delayStep;
    this.periodSeconds = periodSeconds;
    this.timeErrorSeconds = timeErrorSeconds;
  }

  /** What was tried on the grids, so that what does as well as the best can be counted. */
  List<Tried> tried() {
    return tried;
  }

  /** The best few minima of a class, the best first. */
  List<ResponseFit> minima(SensorClass sensorClass) {
    double[] constants = constants(sensorClass);
    double[][] squares = new double[constants.length][delays.length];
    for (int i = 0; i < constants.length; i++) {
      DoubleFunction<Regression> filtered = data.filtered(sensorClass, constants[i]);
      for (int j = 0; j < delays.length; j++) {
        Regression at = filtered.apply(delays[j]);
        squares[i][j] = at.squares();
        if (at.slope() > 0) {
          tried.add(new Tried(sensorClass, constants[i], delays[j], at));
        }
      }
    }
    List<int[]> lowest = new ArrayList<>();
    for (int i = 0; i < constants.length; i++) {
      for (int j = 0; j < delays.length; j++) {
        if (isLowest(squares, i, j)) {
          lowest.add(new int[] {i, j});
        }
      }
    }
    lowest.sort(Comparator.comparingDouble(at -> squares[at[0]][at[1]]));
    List<ResponseDescent> descents = new ArrayList<>();
    for (int[] at : lowest.subList(0, Math.min(MINIMA, lowest.size()))) {
      double constant = constants[at[0]];
      descents.add(descent(sensorClass, constant, constant * CONSTANT_STEP / 2, delays[at[1]]));
    }
    if (sensorClass == SensorClass.BOXCAR) {
      // Under loads in step with the sensor their minima are too narrow for the grid.
      for (double usual : USUAL_WINDOWS) {
        double window = Math.max(SHORTEST_SECONDS, usual * periodSeconds);
        int i = Arrays.binarySearch(constants, window);
        descents.add(descent(sensorClass, window, 0, delays[lowest(squares[i])]));
      }
    }
    descents.forEach(descent -> descent.descend(FIRST_HALVINGS));
    descents.sort(Comparator.comparingDouble(ResponseDescent::squares));
    List<ResponseFit> fits = new ArrayList<>();
    for (ResponseDescent descent : descents.subList(0, Math.min(KEPT, descents.size()))) {
      descent.descend(HALVINGS);
      fits.add(withErrors(sensorClass, descent.constantSeconds(), descent.delaySeconds()));
    }
    fits.sort(Comparator.comparingDouble(ResponseFit::rmsWatts));
    return fits;
  }

  private ResponseDescent descent(
      SensorClass sensorClass, double constant, double constantStep, double delay) {
    return new ResponseDescent(
        data,
        sensorClass,
        delays[0],
        delays[delays.length - 1],
        constant,
        constantStep,
        delay,
        delayStep / 2);
  }

  private static int lowest(double[] squares) {
    int lowest = 0;
    for (int i = 1; i < squares.length; i++) {
      lowest = squares[i] < squares[lowest] ? i : lowest;
    }
    return lowest;
  }

  private static boolean isLowest(double[][] squares, int i, int j) {
    for (int k = Math.max(0, i - 1); k <= Math.min(squares.length - 1, i + 1); k++) {
      for (int l = Math.max(0, j - 1); l <= Math.min(squares[k].length - 1, j + 1); l++) {
        if (squares[k][l] < squares[i][j]) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Constants to begin at: evenly in the logarithm, and the windows that sensors are built with.
   */
  private double[] constants(SensorClass sensorClass) {
    if (sensorClass == SensorClass.PASS_THROUGH) {
      return new double[] {0};
    }
    double range = StrictMath.log(LONGEST_SECONDS / SHORTEST_SECONDS);
    int steps = (int) (range / CONSTANT_STEP) + 1;
    boolean isBoxcar = sensorClass == SensorClass.BOXCAR;
    double[] constants = new double[steps + (isBoxcar ? USUAL_WINDOWS.length : 0)];
    for (int i = 0; i < constants.length; i++) {
      constants[i] =
          i < steps
              ? SHORTEST_SECONDS * StrictMath.exp(i * CONSTANT_STEP)
              : Math.max(SHORTEST_SECONDS, USUAL_WINDOWS[i - steps] * periodSeconds);
    }
    Arrays.sort(constants);
    return constants;
  }

  private ResponseFit withErrors(SensorClass sensorClass, double constant, double delay) {
    Regression at = data.filtered(sensorClass, constant).apply(delay);
    double variance = at.squares() / Math.max(1, data.samples() - 4) * ResponseFitter.TOGETHER;
    double h = 0.05 * constant;
    double k = 0.003;
    double dd =
        curvature(
            data.filtered(sensorClass, constant).apply(delay + k).squares(),
            at.squares(),
            data.filtered(sensorClass, constant).apply(delay - k).squares(),
            k);
    double constantError = 0;
    double delayError = Math.sqrt(2 * variance / dd);
    if (constant > 0) {
      DoubleFunction<Regression> more = data.filtered(sensorClass, constant + h);
      DoubleFunction<Regression> less = data.filtered(sensorClass, constant - h);
      double cc =
          curvature(more.apply(delay).squares(), at.squares(), less.apply(delay).squares(), h);
      double cd =
          (more.apply(delay + k).squares()
                  - more.apply(delay - k).squares()
                  - less.apply(delay + k).squares()
                  + less.apply(delay - k).squares())
              / (4 * h * k);
      double determinant = Math.max(LEAST_DETERMINED * cc * dd, cc * dd - cd * cd);
      constantError = Math.min(constant, Math.sqrt(2 * variance * dd / determinant));
      delayError = Math.sqrt(2 * variance * cc / determinant);
    }
    return new ResponseFit(
        sensorClass,
        constant,
        constant == 0
            ? 0
            : StrictMath.hypot(
                StrictMath.hypot(constantError, SYSTEMATIC * constant), 2 * timeErrorSeconds),
        delay,
        StrictMath.hypot(
            Math.min(delayError, delays[delays.length - 1]), LEAST_DELAY_ERROR_SECONDS),
        at.scale(ResponseFitter.TOGETHER),
        Math.sqrt(at.squares() / data.samples()),
        data.samples());
  }

  private static double curvature(double more, double here, double less, double step) {
    return Math.max(1e-12, (more - 2 * here + less) / (step * step));
  }
}
