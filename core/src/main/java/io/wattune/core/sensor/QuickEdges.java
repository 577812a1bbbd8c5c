package io.wattune.core.sensor;

import java.util.Arrays;

/**
 * Edges of real loads, which do not hold still, by which a response is known to be over within some
 * updates.
 *
 * <p>{@link EdgePool} weighs shapes to a percent of the step. A large board under load moves by
 * more: it overshoots, meets its power limit, and its clock goes up and down. Such an edge does not
 * determine the response, but shows that it is short where all values later than {@value
 * #ON_THE_WAY_PERIODS} update periods after the last one before the edge, the first of them at most
 * {@value #FIRST_PERIODS} after it, are beyond {@value #REACHED} of the step to their own median.
 * So {@code 1 - exp(-t / C)} and {@code t / W} are at least {@value #REACHED} at {@code t} of at
 * most {@value #FIRST_PERIODS} periods: a lag has {@code C} below 2.5 periods then, a boxcar half a
 * {@code W} below 2.5. That is reported, as two standard errors of {@value #ERROR_PERIODS} periods,
 * where {@value #LEAST} edges were so and two thirds of all that could be judged.
 *
 * <p><b>A long average of short loads looks alike:</b> it goes up while the load runs, holds still
 * until that leaves its window, and falls. {@link ResponseBound} rules it out: the window must be
 * that of at most {@value #MOST_PERIODS} updates by how steeply readings have moved. Test: {@code
 * QuickEdgesTest}.
 */
final class QuickEdges {
  static final double ERROR_PERIODS = 1.25;
  static final int LEAST = 6;
  static final double MOST_PERIODS = 12;
  static final double REACHED = 0.8;
  private static final double LEAST_SHARE = 2.0 / 3;
  private static final double ON_THE_WAY_PERIODS = 2.5;
  private static final double FIRST_PERIODS = 4;
  private static final int LEAST_LATER = 3;
  private static final int MOST_LATER = 8;
  private static final double OVERSHOT = 1.35;
  private static final double FLAT = 0.1;

  private QuickEdges() {}

  /** Takes a step that was collected to its end, whatever ended it. */
  static void note(
      CalibrationState state, CollectedStep step, double periodSeconds, double noiseWatts) {
    double[] seconds = step.seconds();
    int first = 0;
    while (first < step.count() && seconds[first] < ON_THE_WAY_PERIODS * periodSeconds) {
      first++;
    }
    int last = Math.min(step.count(), first + MOST_LATER);
    if (last - first < LEAST_LATER || seconds[first] > FIRST_PERIODS * periodSeconds) {
      return;
    }
    double[] later = Arrays.copyOfRange(step.watts(), first, last);
    Arrays.sort(later);
    double rise = later[later.length / 2] - state.baseWatts;
    boolean isClear =
        rise > Math.max(StepCalibrator.LEAST_STEP_WATTS, 20 * noiseWatts)
            && state.baseSpreadWatts <= FLAT * rise
            && later[later.length - 1] - state.baseWatts <= OVERSHOT * rise;
    if (!isClear) {
      return;
    }
    state.clearEdges++;
    if (later[0] - state.baseWatts >= REACHED * rise) {
      state.quickEdges++;
    }
  }

  /** Whether the response is known to be over within some updates. */
  static boolean areShort(CalibrationState state, double periodSeconds) {
    return state.quickEdges >= LEAST
        && state.quickEdges >= LEAST_SHARE * state.clearEdges
        && ResponseBound.mostSeconds(state) <= MOST_PERIODS * periodSeconds;
  }
}
