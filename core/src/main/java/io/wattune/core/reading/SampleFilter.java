package io.wattune.core.reading;

import java.util.Arrays;

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
 * interval, never longer than the update period. The middle is taken; the error is at most half the
 * interval. Times are whole microseconds and strictly increase.
 *
 * <p><b>Gaps.</b> More than five update periods and three typical poll intervals without a value is
 * a gap. One of at most {@value #BRIDGE_NANOS} ns is bridged by a straight line and marked; nothing
 * is said about a longer one.
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

  private static final int FIRST_ESTIMATE = 4;
  private static final long LONGEST_PERIOD_NANOS = 10_000_000_000L;
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
    /** Not later than the newest poll: dropped. */
    OUT_OF_ORDER
  }

  private final Sample sample = new Sample();

  /** Takes one poll. */
  public Outcome accept(SampleState state, long timeNanos, int value) {
    if (timeNanos <= state.clockNanos) {
      return Outcome.OUT_OF_ORDER;
    }
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
    sample.spacing = spacingAfter(state, sincePoll);
    long period = periodNanos(state);
    boolean changed = value != state.lastPollValue;
    Outcome outcome = Outcome.REPEAT;
    if (changed) {
      long interval = Math.min(sincePoll, period);
      sampleAt(state, timeNanos - interval / 2);
      noteChange(state, timeNanos - sincePoll / 2, value);
      outcome = Outcome.SAMPLE;
    } else if (timeNanos - state.lastSampleNanos >= period + period / 2) {
      long updates = (timeNanos - state.lastSampleNanos - period / 2) / period;
      sampleAt(state, state.lastSampleNanos + updates * period);
      outcome = Outcome.SAMPLE;
    }
    notePoll(state, timeNanos, value, sincePoll);
    return outcome;
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
    boolean oversampled = state.periodNanos > state.pollNanos + state.pollNanos / 4;
    return oversampled ? state.periodNanos : Math.min(state.periodNanos, PRIOR_PERIOD_NANOS);
  }

  private Outcome first(SampleState state, long timeNanos, int value) {
    state.started = true;
    state.lastPollNanos = timeNanos;
    state.lastPollValue = value;
    state.lastSampleNanos = timeNanos;
    sample.timeNanos = timeNanos;
    sample.value = value;
    sample.fromNanos = timeNanos;
    sample.toNanos = timeNanos;
    sample.spacing = Spacing.SEEN;
    return Outcome.SAMPLE;
  }

  private static Spacing spacingAfter(SampleState state, long sincePoll) {
    boolean usual =
        state.pollNanos != 0
            && sincePoll <= Math.max(GAP_PERIODS * periodNanos(state), GAP_POLLS * state.pollNanos);
    if (usual) {
      return Spacing.SEEN;
    }
    if (sincePoll > BRIDGE_NANOS) {
      return Spacing.BROKEN;
    }
    return state.pollNanos == 0 ? Spacing.SEEN : Spacing.BRIDGED;
  }

  private void sampleAt(SampleState state, long timeNanos) {
    long wholeMicros = Math.floorDiv(timeNanos, 1000L) * 1000L;
    sample.timeNanos = Math.max(wholeMicros, state.lastSampleNanos + 1000L);
    state.lastSampleNanos = sample.timeNanos;
  }

  private static void notePoll(SampleState state, long timeNanos, int value, long sincePoll) {
    long bounded = state.pollNanos == 0 ? sincePoll : Math.min(sincePoll, 4 * state.pollNanos);
    state.pollNanos += state.pollNanos == 0 ? bounded : (bounded - state.pollNanos) / 16;
    state.lastPollNanos = timeNanos;
    state.lastPollValue = value;
  }

  private static void noteChange(SampleState state, long changeNanos, int value) {
    int step = Math.abs(value - state.lastPollValue);
    if (step > 0 && (state.resolution == 0 || step < state.resolution)) {
      state.resolution = step;
    }
    if (state.lastChangeNanos != Long.MIN_VALUE) {
      state.intervals[(int) (state.intervalsSeen % SampleState.INTERVALS)] =
          changeNanos - state.lastChangeNanos;
      state.intervalsSeen++;
      long seen = state.intervalsSeen;
      if (seen == FIRST_ESTIMATE
          || seen == 2 * FIRST_ESTIMATE
          || seen == 4 * FIRST_ESTIMATE
          || seen % SampleState.INTERVALS == 0) {
        estimatePeriod(state);
      }
    }
    state.lastChangeNanos = changeNanos;
  }

  /**
   * A changing sensor changes at every update, a flat one at some: all intervals are multiples of
   * the period. The short ones give the period roughly; then the sum of the intervals over the sum
   * of their multiples gives it with an error that falls with their number.
   */
  private static void estimatePeriod(SampleState state) {
    int n = (int) Math.min(state.intervalsSeen, SampleState.INTERVALS);
    long[] sorted = Arrays.copyOf(state.intervals, n);
    Arrays.sort(sorted);
    long tenth = sorted[n / 10];
    int near = n / 10;
    while (near < n && sorted[near] <= tenth + tenth / 2) {
      near++;
    }
    long period = sorted[near / 2];
    for (int pass = 0; pass < 2 && period > 0; pass++) {
      long sum = 0;
      long multiples = 0;
      for (int i = 0; i < n && sorted[i] < 20 * period; i++) {
        sum += sorted[i];
        multiples += Math.max(1, Math.round((double) sorted[i] / period));
      }
      period = multiples == 0 ? period : sum / multiples;
    }
    if (period > 0 && period <= LONGEST_PERIOD_NANOS) {
      state.periodNanos = period;
    }
  }
}
