package io.wattune.collectors.agent;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;

/**
 * Polls a sensor at its own rate: shortly before and shortly after each update, once it is known
 * when updates come. Both polls say something: the one after has the new value, and the two
 * together say when it came about, which polls on a grid of their own say far less well.
 *
 * <p><b>When</b> is kept as bounds of the newest update's time. Each change of the value, between
 * two polls, narrows them; each update since widens them, by what the period may be off and by the
 * sensor's jitter. Bounds that are wider than {@value #WIDE_NANOS} ns get a poll in their middle,
 * which halves them. The period is {@link SampleFilter}'s, from the times between changes.
 *
 * <p><b>Doubt</b> means polling at the ordinary rate: until the period is known and {@link #needed}
 * changes on end came when they had to; after a change that did not, twice as long each time; where
 * bounds are wider than half a period, since the value has stood still for long; after a poll
 * without a value. A period that is a multiple of the true one shows by changes between the polls.
 *
 * <p>Pure but for what it remembers; times are monotonic; for one thread. Test: {@code
 * NativeRateTest}.
 */
final class NativeRate {
  /** Poll as the source says. */
  static final long ORDINARY = Long.MIN_VALUE;

  private static final long FIRST_INTERVALS = 32;
  private static final int FIRST_NEEDED = 8;
  private static final int MOST_NEEDED = 4096;
  private static final int TRUSTED_AFTER = 512;

  /** How late a poll may be by the machine's timer alone. */
  private static final long MARGIN_NANOS = 1_000_000L;

  private static final long WIDE_NANOS = 4_000_000L;

  /** What the period may be off: the estimate's error after some dozens of changes. */
  private static final double DRIFT = 1e-3;

  /** By how much an update may come beside its comb. */
  private static final long JITTER_NANOS = 200_000L;

  private final SampleFilter filter = new SampleFilter();
  private final SampleState state = new SampleState();
  private final long ordinaryNanos;
  private boolean hasLast;
  private long lastNanos;
  private int lastValue;
  private boolean hasBounds;
  private long earliestNanos;
  private long latestNanos;
  private int matched;
  private int needed = FIRST_NEEDED;

  NativeRate(long ordinaryNanos) {
    this.ordinaryNanos = ordinaryNanos;
  }

  /**
   * Takes a poll.
   *
   * @return when to poll next, or {@link #ORDINARY}
   */
  long next(long timeNanos, int value) {
    if (value == PollBlock.MISSING) {
      forget();
      hasLast = false;
      return ORDINARY;
    }
    SampleFilter.Outcome unused = filter.accept(state, timeNanos, value);
    boolean isChanged = hasLast && value != lastValue;
    long beforeNanos = lastNanos;
    hasLast = true;
    lastNanos = timeNanos;
    lastValue = value;
    if (!isPeriodKnown()) {
      return ORDINARY;
    }
    if (isChanged) {
      narrow(beforeNanos, timeNanos);
    }
    return hasBounds && matched >= needed ? plan(timeNanos) : ORDINARY;
  }

  private boolean isPeriodKnown() {
    return state.intervalsSeen >= FIRST_INTERVALS
        && state.periodNanos > ordinaryNanos + ordinaryNanos / 4
        && state.periodNanos > 4 * (WIDE_NANOS / 2 + MARGIN_NANOS);
  }

  private void forget() {
    hasBounds = false;
    matched = 0;
  }

  /** An update came about between two times. */
  private void narrow(long fromNanos, long toNanos) {
    if (hasBounds) {
      long updates = updatesUntil(fromNanos + (toNanos - fromNanos) / 2);
      long from = Math.max(fromNanos, earliest(updates));
      long to = Math.min(toNanos, latest(updates));
      if (updates > 0 && from <= to) {
        earliestNanos = from;
        latestNanos = to;
        matched = Math.min(TRUSTED_AFTER, matched + 1);
        needed = matched == TRUSTED_AFTER ? FIRST_NEEDED : needed;
        return;
      }
      needed = matched >= needed ? Math.min(MOST_NEEDED, 2 * needed) : needed;
    }
    hasBounds = true;
    matched = 0;
    earliestNanos = fromNanos;
    latestNanos = toNanos;
  }

  private long updatesUntil(long timeNanos) {
    long middle = earliestNanos + (latestNanos - earliestNanos) / 2;
    return Math.round((double) (timeNanos - middle) / state.periodNanos);
  }

  private long slack(long updates) {
    return Math.round(updates * DRIFT * state.periodNanos) + JITTER_NANOS;
  }

  private long earliest(long updates) {
    return earliestNanos + updates * state.periodNanos - slack(updates);
  }

  private long latest(long updates) {
    return latestNanos + updates * state.periodNanos + slack(updates);
  }

  private long plan(long nowNanos) {
    long updates = Math.max(1, updatesUntil(nowNanos));
    if (latest(updates) + MARGIN_NANOS <= nowNanos) {
      updates++;
    }
    long before = earliest(updates) - MARGIN_NANOS;
    long after = latest(updates) + MARGIN_NANOS;
    if (after - before > state.periodNanos / 2) {
      return ORDINARY;
    }
    if (before > nowNanos) {
      return before;
    }
    long middle = before + (after - before) / 2;
    boolean isWide = latest(updates) - earliest(updates) > WIDE_NANOS;
    return isWide && middle > nowNanos ? middle : after;
  }
}
