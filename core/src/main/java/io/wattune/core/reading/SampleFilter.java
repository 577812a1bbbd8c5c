package io.wattune.core.reading;

/**
 * Polls in, samples out: drops the polls that only see the sensor's value once more, and says when
 * each new value came about.
 *
 * <p>The rule of Burtscher et al. (2014, section 4, step 2), "drop equal values at most 4 ms after
 * the previous poll", is the K20's. This one infers the sensor's update period from the times
 * between changes and needs no constant: a poll with the value of the poll before is a genuine
 * repeat of the sensor once 1.5 update periods have passed since the last sample, and a repeat of
 * the poll otherwise; it is put whole periods after that sample. So a run of equal polls inside one
 * update leaves no zero slope, a true repeat survives, and a flat stretch before a step ends at
 * most 1.5 periods before it (the step's edge is not smeared over the stretch).
 *
 * <p><b>When.</b> A new value came about between the poll before and this one: its time is an
 * interval, never longer than the update period. Sensors update on a comb of their own, so the time
 * is a whole number of periods after the sample before, as far as the interval allows; the middle
 * of the interval while the period is not known. Times scattered over the interval would not only
 * be noisy: a slope taken over them is too steep on average, since a short step counts more than a
 * long one. Times are whole microseconds and strictly increase.
 *
 * <p><b>Gaps.</b> More than five update periods and three typical poll intervals without a value is
 * a gap. One of at most {@value #BRIDGE_NANOS} ns is bridged by a straight line and marked; nothing
 * is said about a longer one.
 *
 * <p><b>Clock.</b> A poll not later than the newest one is dropped. So is one that is more than a
 * day ahead of it, unless the next agrees: a single broken time stamp must not stop the device's
 * clock for years. The price is one reading after a pause of days.
 *
 * <p>Depends on the polls alone, one at a time: how they were cut into blocks does not matter.
 * Constant time and no allocation per poll. Tests: {@code SampleFilterTest}, {@code
 * SampleFilterPropertyTest}.
 */
public final class SampleFilter {

  /**
   * Update period assumed until one is known: that of most boards since 2014 (Yang et al. 2024).
   */
  public static final long PRIOR_PERIOD_NANOS = 100_000_000L;

  /** Longest gap that is bridged. */
  public static final long BRIDGE_NANOS = 60_000_000_000L;

  /** A poll this much later than the newest one counts only if the next one agrees with it. */
  public static final long LONGEST_JUMP_NANOS = 86_400_000_000_000L;

  /** Times of polls lie this far about the epoch at most, so that no sum of times overflows. */
  public static final long FARTHEST_NANOS = 4_000_000_000_000_000_000L;

  /** Polls that are further apart than this do not watch a sensor, however regular they are. */
  private static final long LONGEST_SEEN_NANOS = 1_000_000_000_000L;

  /** Updates over which the period is known well enough to count on. */
  private static final int LONGEST_COUNT = 20;

  private static final int GAP_PERIODS = 5;
  private static final int GAP_POLLS = 3;

  /** What became of a poll. */
  public enum Outcome {
    /** A new sample: see {@link #sample}. */
    SAMPLE,
    /** The sensor's value seen once more. */
    REPEAT,
    /** The source gave no reading. */
    MISSING,
    /** Not later than the newest poll, or alone in a far future: dropped. */
    OUT_OF_ORDER
  }

  private final Sample sample = new Sample();
  private final long bridgeNanos;

  public SampleFilter() {
    this(BRIDGE_NANOS);
  }

  /** A filter that bridges gaps up to a given length. */
  public SampleFilter(long bridgeNanos) {
    this.bridgeNanos = bridgeNanos;
  }

  /** Takes one poll. */
  public Outcome accept(SampleState state, long timeNanos, int value) {
    if (!isNext(state, timeNanos)) {
      return Outcome.OUT_OF_ORDER;
    }
    boolean afterMissing = state.clockNanos > state.lastPollNanos;
    state.clockNanos = timeNanos;
    if (value == PollBlock.MISSING) {
      return Outcome.MISSING;
    }
    if (!state.started) {
      return first(state, timeNanos, value);
    }
    long sincePoll = timeNanos - state.lastPollNanos;
    sample.value = value;
    sample.fromNanos = state.lastPollNanos;
    sample.toNanos = timeNanos;
    sample.spacing = spacingAfter(state, sincePoll, afterMissing);
    long period = periodNanos(state);
    boolean changed = value != state.lastPollValue;
    Outcome outcome = Outcome.REPEAT;
    if (changed) {
      long interval = Math.min(sincePoll, period);
      sampleAt(state, placed(state, timeNanos, interval, period));
      noteChange(state, timeNanos - sincePoll / 2, value);
      outcome = Outcome.SAMPLE;
    } else if (timeNanos - state.lastSampleNanos >= period + period / 2) {
      long updates = (timeNanos - state.lastSampleNanos - period / 2) / period;
      sampleAt(state, Math.max(state.lastSampleNanos + updates * period, state.lastSeenNanos));
      outcome = Outcome.SAMPLE;
    }
    notePoll(state, timeNanos, value, sincePoll);
    return outcome;
  }

  /**
   * Where in the interval before a poll a new value is put: on the sensor's comb, counted on from
   * the sample before, as far as the interval allows; in the middle where the comb is not known.
   * The interval's ends keep pulling the comb into place.
   */
  private long placed(SampleState state, long timeNanos, long interval, long period) {
    long middle = timeNanos - interval / 2;
    if (!isOversampled(state) || sample.spacing != Spacing.SEEN) {
      return middle;
    }
    long updates = Math.max(1, Math.round((double) (middle - state.lastSampleNanos) / period));
    long onComb = state.lastSampleNanos + updates * period;
    return updates > LONGEST_COUNT
        ? middle
        : Math.max(timeNanos - interval, Math.min(timeNanos, onComb));
  }

  /** The newest sample; overwritten by the next poll. */
  public Sample sample() {
    return sample;
  }

  /**
   * Time between two new values of the sensor, as far as it is known. Where the sensor is polled no
   * faster than it changes its period cannot be seen, and the prior bounds it.
   */
  public static long periodNanos(SampleState state) {
    if (state.periodNanos == 0) {
      return PRIOR_PERIOD_NANOS;
    }
    return isOversampled(state)
        ? state.periodNanos
        : Math.min(state.periodNanos, PRIOR_PERIOD_NANOS);
  }

  /** How long before a poll the sample that it makes lies at most, from what is known now. */
  public static long mostBehindNanos(SampleState state) {
    long period = Math.max(state.periodNanos, PRIOR_PERIOD_NANOS);
    return period + period / 2;
  }

  /** Whether polls come so often that new values are put on the sensor's comb. */
  public static boolean isOversampled(SampleState state) {
    return state.periodNanos > state.pollNanos + state.pollNanos / 4;
  }

  private static boolean isNext(SampleState state, long timeNanos) {
    if (timeNanos <= state.clockNanos
        || timeNanos > FARTHEST_NANOS
        || timeNanos < -FARTHEST_NANOS) {
      return false;
    }
    boolean jumps =
        state.clockNanos != Long.MIN_VALUE && timeNanos - state.clockNanos > LONGEST_JUMP_NANOS;
    boolean agrees =
        state.suspectNanos != Long.MIN_VALUE
            && timeNanos > state.suspectNanos
            && timeNanos - state.suspectNanos <= LONGEST_JUMP_NANOS;
    boolean next = !jumps || agrees;
    state.suspectNanos = next ? Long.MIN_VALUE : timeNanos;
    return next;
  }

  private Outcome first(SampleState state, long timeNanos, int value) {
    state.started = true;
    state.lastPollNanos = timeNanos;
    state.lastPollValue = value;
    state.lastSampleNanos = timeNanos;
    state.lastSeenNanos = timeNanos;
    sample.timeNanos = timeNanos;
    sample.value = value;
    sample.fromNanos = timeNanos;
    sample.toNanos = timeNanos;
    sample.spacing = Spacing.SEEN;
    return Outcome.SAMPLE;
  }

  /**
   * How the time since the poll before was seen.
   *
   * @param afterMissing whether the source gave no reading in between. The clock has passed that
   *     time then, and what is final there must not get energy: not more than a bridge is built,
   *     however seldom the sensor is polled.
   */
  private Spacing spacingAfter(SampleState state, long sincePoll, boolean afterMissing) {
    boolean usual =
        state.pollNanos != 0
            && sincePoll <= (afterMissing ? bridgeNanos : LONGEST_SEEN_NANOS)
            && sincePoll <= Math.max(GAP_PERIODS * periodNanos(state), GAP_POLLS * state.pollNanos);
    if (usual) {
      return Spacing.SEEN;
    }
    if (sincePoll > bridgeNanos) {
      return Spacing.BROKEN;
    }
    return state.pollNanos == 0 ? Spacing.SEEN : Spacing.BRIDGED;
  }

  private void sampleAt(SampleState state, long timeNanos) {
    long wholeMicros = Math.floorDiv(timeNanos, 1000L) * 1000L;
    sample.timeNanos = Math.max(wholeMicros, state.lastSampleNanos + 1000L);
    state.lastSampleNanos = sample.timeNanos;
    state.lastSeenNanos = sample.toNanos;
  }

  private static void notePoll(SampleState state, long timeNanos, int value, long sincePoll) {
    if (state.pollNanos == 0) {
      state.pollNanos = sincePoll;
    } else if (sincePoll < state.pollNanos / 4) {
      state.pollNanos /= 2; // the first polls were far apart, or polling has become faster
    } else {
      long bounded = Math.min(sincePoll, 4 * state.pollNanos);
      state.pollNanos += (bounded - state.pollNanos) / 16;
    }
    state.lastPollNanos = timeNanos;
    state.lastPollValue = value;
  }

  private static void noteChange(SampleState state, long changeNanos, int value) {
    long step = Math.abs((long) value - state.lastPollValue);
    if (step > 0 && (state.resolution == 0 || step < state.resolution)) {
      state.resolution = (int) Math.min(step, Integer.MAX_VALUE);
    }
    if (state.lastChangeNanos != Long.MIN_VALUE) {
      state.intervals[(int) (state.intervalsSeen % SampleState.INTERVALS)] =
          changeNanos - state.lastChangeNanos;
      state.intervalsSeen++;
      UpdatePeriod.note(state);
    }
    state.lastChangeNanos = changeNanos;
  }
}
