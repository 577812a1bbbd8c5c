package io.wattune.core.sensor;

import io.wattune.core.reading.Sample;
import io.wattune.core.reading.Spacing;
import io.wattune.core.sensor.EdgePool.SettledClass;
import org.jspecify.annotations.Nullable;

/**
 * Finds a sensor's class and time constant from the rising edges in its own samples, one sample at
 * a time.
 *
 * <p>A rising edge out of a flat stretch is collected until it has settled, falls, or has lasted
 * {@value #LONGEST_SECONDS} s, then fitted ({@link StepFit}) with its samples on the sensor's own
 * comb ({@link Comb}), and judged ({@link StepJudge}). Falling edges are not used: a kernel's end
 * is ragged, and a fit of it gives too long a constant.
 *
 * <p><b>Gaps</b> of at most {@value #LONGEST_GAP_NANOS} ns are borne, in the flat stretch, at the
 * edge and in the rise: {@code y = P1 - A exp(-t / C)} holds behind the edge whenever that was, and
 * each sample has its time. The bound is about twice the longest stall of a K20's driver, 130 ms
 * (Burtscher et al. 2014, section 4.3); a longer gap has room for work of its own, and gives the
 * step up. How much of the rise lies where updates may have gone unseen, in a gap or in a shorter
 * pause of the polls, is kept for {@link StepJudge} to weigh.
 *
 * <p>The first {@value #REMEMBERED} steps are all looked at ({@value #SEARCHED} while the class is
 * not known), from then on one a minute: learning must not cost more than the ledger.
 *
 * <p>One lag step settles the class; the constant is the median over the newest {@value
 * #REMEMBERED}. A ramp settles a boxcar once power has also fallen, and not faster than such a
 * sensor can show ({@link Falls}): power that ramps up is no response. Edges that are over within a
 * few updates settle the class together ({@link EdgePool}). Anything else leaves the class open;
 * where edges are over within an update, that much is reported.
 *
 * <p>Error of {@code C}: the fit's, the spread over steps, and {@value #SYSTEMATIC} of {@code C}
 * (the constant of a recorded K40m moves between 0.051 and 0.0535 s with the length of rise that is
 * fitted, 0.1 to 3 s). Residuals beyond the noise count in full. Tests: {@code StepCalibratorTest}.
 */
public final class StepCalibrator {
  static final int REMEMBERED = 9;
  static final double LEAST_STEP_WATTS = 3;
  static final double LONGEST_SECONDS = 10;
  static final double SYSTEMATIC = 0.03;
  static final long LONGEST_GAP_NANOS = 250_000_000L;

  /**
   * Between two polls that are at most one update period apart no update goes unseen; the period is
   * known to some percent.
   */
  private static final double LONGEST_POLLED = 1.1;

  /** A fit costs as much as thousands of samples: once there were enough, one in this time. */
  private static final long QUIET_NANOS = 60_000_000_000L;

  /** Steps that are looked at, one after another, while they have not settled the class. */
  private static final int SEARCHED = 48;

  private static final int LONGEST_SAMPLES = 512;
  static final int SETTLED_SAMPLES = CalibrationState.HISTORY;
  static final int LEAST_SAMPLES = 12;
  private static final double SQRT_12 = Math.sqrt(12);

  /** No known sensor steps more coarsely; the smallest step seen so far may be an edge. */
  private static final double COARSEST_WATTS = 1;

  /** Mean |second difference| of white noise is {@code sqrt(6) sd sqrt(2 / pi)}. */
  private static final double NOISE_PER_ROUGHNESS = Math.sqrt(Math.PI / 2) / Math.sqrt(6);

  private StepCalibrator() {}

  /** What a sample has taught. */
  public enum Lesson {
    NOTHING,
    LAG,
    BOXCAR,
    PASS_THROUGH,
    /** The class cannot be determined, but the response is over within an update or two. */
    SHORT,
    /** Nothing more than how long the response can be at most. */
    BOUNDED;

    /** Whether it names a class, with its constants. */
    public boolean isOfClass() {
      return this == LAG || this == BOXCAR || this == PASS_THROUGH;
    }
  }

  /**
   * Takes one sample.
   *
   * @param state the device's
   * @param sample when the sample came about, and between which polls; its value is not read
   * @param watts its value
   * @param periodSeconds the sensor's update period
   * @param resolutionWatts smallest step of the sensor
   * @param samples the samples so far, this one included, of the last {@value #LONGEST_SECONDS} s
   *     at least
   * @return what was learned by this sample; {@link TaughtResponse} has its constants
   */
  public static Lesson accept(
      CalibrationState state,
      Sample sample,
      double watts,
      double periodSeconds,
      double resolutionWatts,
      StepSamples samples) {
    ResponseBound.note(state, sample, watts);
    Lesson lesson = edges(state, sample, watts, periodSeconds, resolutionWatts, samples);
    if (lesson == Lesson.NOTHING && ResponseBound.isNews(state) && !isBetterKnown(state)) {
      state.boundToldSeconds = ResponseBound.mostSeconds(state);
      return Lesson.BOUNDED;
    }
    return lesson;
  }

  private static Lesson edges(
      CalibrationState state,
      Sample sample,
      double watts,
      double periodSeconds,
      double resolutionWatts,
      StepSamples samples) {
    noteUnseen(state, sample, watts, periodSeconds);
    if (state.collected > 0) {
      return collect(state, sample.timeNanos, watts, periodSeconds, resolutionWatts, samples);
    }
    boolean fell = false;
    if (sample.spacing == Spacing.SEEN) {
      noteRoughness(state, watts);
      fell = Falls.note(state, sample, watts, periodSeconds, resolutionWatts);
    }
    remember(state, sample.timeNanos, watts);
    if (fell && state.boxcarSteps > state.boxcarStepsTold) {
      return conclude(state, periodSeconds);
    }
    if (state.history >= CalibrationState.HISTORY && sample.timeNanos >= state.quietToNanos) {
      beginIfRising(state, noiseWatts(state, resolutionWatts));
    }
    return Lesson.NOTHING;
  }

  /** Standard deviation of a sample, from the roughness of the series and the resolution. */
  public static double noiseWatts(CalibrationState state, double resolutionWatts) {
    double resolution = Math.min(resolutionWatts, COARSEST_WATTS);
    return Math.max(state.roughnessWatts * NOISE_PER_ROUGHNESS, resolution / SQRT_12);
  }

  /** Whether edges have said more of the response than how long it can be at most. */
  private static boolean isBetterKnown(CalibrationState state) {
    return state.shortTold || isSettled(state) || EdgePool.verdict(state.pool) != null;
  }

  /** Whether the class is known. */
  private static boolean isSettled(CalibrationState state) {
    return state.lagSteps > 0 || state.boxcarStepsTold > 0;
  }

  /** What all steps so far say together; {@link Lesson#NOTHING} where that is nothing new. */
  private static Lesson conclude(CalibrationState state, double periodSeconds) {
    if (state.lagSteps > 0) {
      return Lesson.NOTHING;
    }
    if (state.boxcarSteps > state.boxcarStepsTold
        && NewestValues.agree(state.windows, state.boxcarSteps)
        && Falls.allowBoxcar(state, TaughtResponse.windowSeconds(state) / periodSeconds)) {
      state.boxcarStepsTold = state.boxcarSteps;
      EdgePool.close(state.pool);
      return Lesson.BOXCAR;
    }
    SettledClass verdict = state.boxcarStepsTold > 0 ? null : verdict(state);
    if (verdict != null) {
      return switch (verdict.sensorClass()) {
        case PASS_THROUGH -> Lesson.PASS_THROUGH;
        case BOXCAR -> Lesson.BOXCAR;
        case FIRST_ORDER_LAG -> Lesson.LAG;
      };
    }
    if (!state.shortTold && state.boxcarSteps == 0 && isShort(state, periodSeconds)) {
      state.shortTold = true;
      return Lesson.SHORT;
    }
    return Lesson.NOTHING;
  }

  private static boolean isShort(CalibrationState state, double periodSeconds) {
    return EdgePool.isShort(state.pool) || QuickEdges.areShort(state, periodSeconds);
  }

  /** What short edges settled together, as far as no fall was too steep for it. */
  private static @Nullable SettledClass verdict(CalibrationState state) {
    SettledClass verdict = EdgePool.verdict(state.pool);
    if (verdict == null) {
      return null;
    }
    boolean allowed =
        switch (verdict.sensorClass()) {
          case PASS_THROUGH -> true;
          case BOXCAR -> Falls.allowBoxcar(state, verdict.periods());
          case FIRST_ORDER_LAG -> Falls.allowLag(state, verdict.periods());
        };
    return allowed ? verdict : null;
  }

  /** Keeps in mind what updates that nobody saw may hide; forgets all before a long gap. */
  private static void noteUnseen(
      CalibrationState state, Sample sample, double watts, double periodSeconds) {
    boolean collecting = state.collected > 0;
    double unpolledSeconds = (sample.toNanos - sample.fromNanos) * 1e-9;
    if ((!collecting && state.history == 0) || unpolledSeconds <= LONGEST_POLLED * periodSeconds) {
      return;
    }
    boolean gap = sample.spacing != Spacing.SEEN;
    if (gap && sample.toNanos - sample.fromNanos > LONGEST_GAP_NANOS) {
      state.history = 0;
      state.collected = 0;
    } else if (collecting) {
      double rise = watts - back(state, 0);
      state.hiddenWatts = Math.max(state.hiddenWatts, rise);
    } else {
      double rise = watts - back(state, 0);
      state.unseenWatts = Math.max(unseenWattsSince(state, oldestNanos(state)), rise);
      state.unseenEndNanos = sample.timeNanos;
    }
  }

  /** Largest rise of the history in which updates went unseen, after a time; 0 if there is none. */
  private static double unseenWattsSince(CalibrationState state, long sinceNanos) {
    return state.unseenEndNanos > sinceNanos ? Math.max(0, state.unseenWatts) : 0;
  }

  /** Mean size of the second difference: blind to level and slope, so it sees noise alone. */
  private static void noteRoughness(CalibrationState state, double watts) {
    if (state.history >= 2) {
      double bend = Math.abs(watts - 2 * back(state, 0) + back(state, 1));
      state.roughnessWatts += (Math.min(bend, LEAST_STEP_WATTS) - state.roughnessWatts) / 64;
    }
  }

  /** Starts collecting when the newest samples have left the level of the older half. */
  private static void beginIfRising(CalibrationState state, double noise) {
    int half = CalibrationState.HISTORY / 2;
    double sum = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = half; i < CalibrationState.HISTORY; i++) {
      double watts = back(state, i);
      sum += watts;
      low = Math.min(low, watts);
      high = Math.max(high, watts);
    }
    double base = sum / half;
    double rise = back(state, 0) - base;
    if (!(rise > Math.max(LEAST_STEP_WATTS, 20 * noise))) {
      return;
    }
    int flat = 1; // how many samples back the last one at the old level is
    while (flat < half && back(state, flat) - base > Math.max(4 * noise, 0.1 * rise)) {
      flat++;
    }
    state.baseWatts = base;
    state.baseSpreadWatts = high - low;
    state.baseNanos = backNanos(state, flat);
    state.lastBeforeWatts = back(state, flat);
    state.hiddenWatts = unseenWattsSince(state, state.baseNanos);
    state.highestWatts = back(state, 0);
    state.collected = flat;
  }

  private static Lesson collect(
      CalibrationState state,
      long timeNanos,
      double watts,
      double periodSeconds,
      double resolutionWatts,
      StepSamples samples) {
    double rise = Math.max(watts, state.highestWatts) - state.baseWatts;
    boolean falls = watts < state.highestWatts - 0.1 * rise;
    if (!falls) {
      remember(state, timeNanos, watts);
      state.collected++;
      state.highestWatts = Math.max(watts, state.highestWatts);
    }
    boolean settled = settled(state, rise, resolutionWatts);
    boolean ends =
        falls
            || settled
            || state.collected == LONGEST_SAMPLES
            || (backNanos(state, 0) - state.baseNanos) * 1e-9 > LONGEST_SECONDS;
    if (!ends) {
      return Lesson.NOTHING;
    }
    CollectedStep step = CollectedStep.of(state, samples);
    QuickEdges.note(state, step, periodSeconds, noiseWatts(state, resolutionWatts));
    Lesson lesson = StepJudge.judge(state, step, periodSeconds, resolutionWatts, settled);
    if (lesson == Lesson.NOTHING) {
      lesson = conclude(state, periodSeconds);
    }
    state.judged++;
    if (state.judged >= (lesson == Lesson.NOTHING && !isSettled(state) ? SEARCHED : REMEMBERED)) {
      state.quietToNanos = timeNanos + QUIET_NANOS;
    }
    state.history = 0;
    state.collected = 0;
    remember(state, timeNanos, watts);
    return lesson;
  }

  private static boolean settled(CalibrationState state, double rise, double resolutionWatts) {
    if (state.collected < LEAST_SAMPLES) {
      return false;
    }
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < SETTLED_SAMPLES; i++) {
      low = Math.min(low, back(state, i));
      high = Math.max(high, back(state, i));
    }
    return high - low < Math.max(0.01 * rise, 4 * noiseWatts(state, resolutionWatts));
  }

  private static void remember(CalibrationState state, long timeNanos, double watts) {
    int i = (int) (state.history % CalibrationState.HISTORY);
    state.historyNanos[i] = timeNanos;
    state.historyWatts[i] = watts;
    state.history++;
  }

  private static int index(CalibrationState state, int back) {
    return (int) ((state.history - 1 - back) % CalibrationState.HISTORY);
  }

  static double back(CalibrationState state, int back) {
    return state.historyWatts[index(state, back)];
  }

  static long backNanos(CalibrationState state, int back) {
    return state.historyNanos[index(state, back)];
  }

  private static long oldestNanos(CalibrationState state) {
    return backNanos(state, (int) Math.min(state.history, CalibrationState.HISTORY) - 1);
  }
}
