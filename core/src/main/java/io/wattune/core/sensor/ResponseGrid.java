package io.wattune.core.sensor;

/**
 * The responses that {@link EdgePool} compares, in units of the update period: pass-through,
 * boxcars with windows of {@value #LEAST_WINDOW} to {@value #MOST_WINDOW} periods and lags with
 * time constants of {@value #LEAST_LAG} to {@value #MOST_LAG}, {@value #STEP} apart in the
 * logarithm.
 *
 * <p>The shortest window known is 18 % of its period (an A100, Yang et al. 2024); what is shorter
 * is as good as pass-through. What is longer shows its shape on a single edge ({@link RampFit},
 * {@link StepFit}).
 *
 * <p>Each response to a unit step is tabled in cells of {@code 1 /} {@value #CELLS} period: its
 * mean in the cell, and how far it moves within it.
 */
final class ResponseGrid {
  static final double LEAST_WINDOW = 0.2;
  static final double MOST_WINDOW = 8;
  static final double LEAST_LAG = 0.08;
  static final double MOST_LAG = 4;
  static final double STEP = 0.04;

  /** Cells of one update period. */
  static final int CELLS = 64;

  /** Updates from the edge on that are compared. */
  static final int UPDATES = 12;

  /** Index of pass-through; boxcars follow, then lags. */
  static final int PASS = 0;

  static final int FIRST_BOXCAR = 1;
  static final int FIRST_LAG = FIRST_BOXCAR + points(LEAST_WINDOW, MOST_WINDOW);
  static final int SIZE = FIRST_LAG + points(LEAST_LAG, MOST_LAG);

  private static final int TABLED = CELLS * (UPDATES + 2);
  private static final float[][] MEANS = new float[SIZE][];
  private static final float[][] MOVES = new float[SIZE][];

  static {
    for (int response = 0; response < SIZE; response++) {
      MEANS[response] = new float[TABLED];
      MOVES[response] = new float[TABLED];
      for (int cell = 0; cell < TABLED; cell++) {
        double start = at(response, (double) cell / CELLS);
        double end = at(response, (cell + 1.0) / CELLS);
        MEANS[response][cell] = (float) ((start + end) / 2);
        MOVES[response][cell] = (float) (end - start);
      }
    }
  }

  private ResponseGrid() {}

  private static int points(double least, double most) {
    return (int) Math.ceil(StrictMath.log(most / least) / STEP) + 1;
  }

  /** Window or time constant of a response, in periods; 0 for pass-through. */
  static double constant(int response) {
    if (response == PASS) {
      return 0;
    }
    return response < FIRST_LAG
        ? LEAST_WINDOW * StrictMath.exp(STEP * (response - FIRST_BOXCAR))
        : LEAST_LAG * StrictMath.exp(STEP * (response - FIRST_LAG));
  }

  /** Mean of a response in each cell since the edge. */
  static float[] means(int response) {
    return MEANS[response];
  }

  /** Change of a response within each cell since the edge. */
  static float[] moves(int response) {
    return MOVES[response];
  }

  /** What a response shows of a unit step, a number of periods after it. */
  static double at(int response, double periods) {
    if (periods <= 0) {
      return response == PASS && periods == 0 ? 1 : 0;
    }
    double constant = constant(response);
    if (response == PASS) {
      return 1;
    }
    return response < FIRST_LAG
        ? Math.min(1, periods / constant)
        : 1 - StrictMath.exp(-periods / constant);
  }
}
