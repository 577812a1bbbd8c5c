package io.wattune.core.polling;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;

/**
 * Polls a sensor at its own rate, once it is known when its updates come: two polls an update where
 * it updates clearly less often than it is polled by rule ({@link PairedPolls}), one where it
 * updates about as often or more often ({@link DensePolls}). Until then, and wherever there is
 * doubt, polls come by rule, and updates may be missed or polls wasted.
 *
 * <p>The period is {@link SampleFilter}'s, from the times between changes. A suggested one only
 * saves the time to learn it: changes must confirm it, and what is learned replaces it.
 *
 * <p>Pure but for what it remembers; times are monotonic; for one thread. Test: {@code
 * NativeRateTest}, {@code NativeRatePropertyTest}.
 */
public final class NativeRate {
  /** Poll as the source says. */
  public static final long ORDINARY = Long.MIN_VALUE;

  /** Changes after which what the filter says of the period is taken. */
  private static final long FIRST_INTERVALS = 32;

  /** Share of polls that see a change, below which a sensor is not probed: nothing is missed. */
  private static final double BUSY = 0.3;

  private static final double BUSY_MEMORY = 1.0 / 16;
  private static final int CALL_MEMORY = 16;
  private static final long LONG_CALL_NANOS = 1_000_000L;

  private final SampleFilter filter = new SampleFilter();
  private final PairedPolls paired = new PairedPolls();
  private final DensePolls dense;
  private final long ordinaryNanos;
  private SampleState state = new SampleState();
  private boolean hasLast;
  private long lastNanos;
  private int lastValue;
  private long callNanos;
  private double busy;
  private double suggestedNanos;

  public NativeRate(long ordinaryNanos) {
    this.ordinaryNanos = ordinaryNanos;
    this.dense = new DensePolls(ordinaryNanos);
  }

  /**
   * Suggests the sensor's period, as it is configured or was published of sensors like it. Has no
   * effect once the period has been learned.
   */
  public void suggest(double periodNanos) {
    suggestedNanos = periodNanos;
  }

  /**
   * Takes a poll.
   *
   * @param askedNanos when the sensor was asked
   * @param answeredNanos when it had answered: the value was its own at some time in between
   * @return when to poll next, or {@link #ORDINARY}
   */
  public long next(long askedNanos, long answeredNanos, int value) {
    if (value == PollBlock.MISSING) {
      paired.forget();
      dense.stop();
      hasLast = false;
      return ORDINARY;
    }
    noteCall(Math.max(0, answeredNanos - askedNanos));
    boolean isChanged = hasLast && value != lastValue;
    long beforeNanos = lastNanos;
    hasLast = true;
    lastNanos = askedNanos;
    lastValue = value;
    if (dense.isActive()) {
      return byDense(beforeNanos, answeredNanos, isChanged);
    }
    SampleFilter.Outcome unused = filter.accept(state, askedNanos, value);
    busy += ((isChanged ? 1 : 0) - busy) * BUSY_MEMORY;
    return byRule(beforeNanos, answeredNanos, isChanged);
  }

  /** A call that takes long once does not make all of them long. */
  private void noteCall(long tookNanos) {
    long counted = Math.min(tookNanos, 2 * callNanos + LONG_CALL_NANOS);
    callNanos += (counted - callNanos) / CALL_MEMORY;
  }

  private long byDense(long beforeNanos, long nowNanos, boolean isChanged) {
    long next = dense.next(beforeNanos, nowNanos, isChanged, callNanos);
    if (next == ORDINARY) {
      state = new SampleState(); // What was seen from close by says little of what is to come.
      suggestedNanos = dense.rememberedNanos();
      busy = 0;
    }
    return next;
  }

  private long byRule(long beforeNanos, long nowNanos, boolean isChanged) {
    boolean isLearned = state.intervalsSeen >= FIRST_INTERVALS;
    double period = isLearned ? state.periodNanos : suggestedNanos;
    boolean isSlow = isSlow(period);
    if (isSlow || paired.isFollowing()) {
      if (isChanged && !paired.changed(beforeNanos, nowNanos, period, !isLearned)) {
        suggestedNanos = 0;
      }
      if ((isSlow || paired.isFollowing()) && !paired.isInTrouble()) {
        return paired.plan(nowNanos, callNanos);
      }
    }
    paired.forget();
    boolean isUnresolved = isLearned || dense.isFor(suggestedNanos, callNanos);
    if (isUnresolved && busy >= BUSY && dense.mayBegin(nowNanos, callNanos)) {
      state = new SampleState();
      return dense.begin(nowNanos, callNanos);
    }
    return ORDINARY;
  }

  private boolean isSlow(double periodNanos) {
    return periodNanos > ordinaryNanos + ordinaryNanos / 4.0
        && periodNanos > 4 * (PairedPolls.WIDE_NANOS / 2 + PairedPolls.MARGIN_NANOS);
  }

  /** Period of the updates that polls follow; 0 where they come by rule. */
  public double followedNanos() {
    if (dense.isFollowing()) {
      return dense.periodNanos();
    }
    return paired.isFollowing() ? paired.periodNanos() : 0;
  }

  /**
   * Shortest time from one poll to the next, as things stand; that of two polls about one update is
   * not counted, since neither waits for the other.
   */
  public long shortestNanos() {
    return dense.isActive() ? dense.shortestNanos(callNanos) : ordinaryNanos;
  }
}
