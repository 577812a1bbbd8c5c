package io.wattune.core.polling;

import org.jspecify.annotations.Nullable;

/**
 * Two polls an update, shortly before and shortly after it, for a sensor that updates clearly less
 * often than it is polled by rule. Both say something: the one after has the new value, and the two
 * together say when it came about, which polls on a grid of their own say far less well. Bounds of
 * an update that are wider than {@value #WIDE_NANOS} ns get a poll in their middle, which halves
 * them.
 *
 * <p><b>Doubt</b> means polling by rule: until {@link #needed} changes on end came when they had
 * to; after a change that did not, twice as many each time; where bounds are wider than half a
 * period, since the value has stood still for long. A period that is a multiple of the true one
 * shows by changes between the polls.
 *
 * <p>Pure but for what it remembers; for one thread. Test: {@code NativeRateTest}.
 */
final class PairedPolls {
  /** How late a poll may be by the machine's timer alone. */
  static final long MARGIN_NANOS = 1_000_000L;

  static final long WIDE_NANOS = 4_000_000L;

  private static final int FIRST_NEEDED = 8;

  /**
   * Where the period was suggested: changes only have to show that it may be right, and its phase.
   */
  private static final int NEEDED_IF_SUGGESTED = 3;

  private static final int MOST_NEEDED = 4096;
  private static final int TRUSTED_AFTER = 512;

  private static final int REFUTED = 4;
  private static final int BLURRED = 32;

  /** What the period may be off: the estimate's error after some dozens of changes. */
  private static final double LEARNED_ERROR = 0.02;

  /** Published periods are rounded: a K20's 15 ms are 15.45. */
  private static final double SUGGESTED_ERROR = 0.04;

  private static final long JITTER_NANOS = 2 * UpdateTimes.LEAST_JITTER_NANOS;

  /** Two periods that differ by more are not the same. */
  private static final double OTHER_PERIOD = 0.1;

  private @Nullable UpdateTimes times;
  private int matched;
  private int refuted;
  private int blurred;
  private int needed = FIRST_NEEDED;

  /** Whether polls follow. */
  boolean isFollowing() {
    return times != null && matched >= needed;
  }

  /** Period of the updates. */
  double periodNanos() {
    UpdateTimes known = times;
    return known == null ? 0 : known.periodNanos();
  }

  /**
   * Whether period after period is refuted, or changes make no bounds narrower: polls by rule that
   * see the updates at the same few phases again and again (two updates in five polls) do not
   * distinguish them from others.
   */
  boolean isInTrouble() {
    return refuted >= REFUTED || blurred >= BLURRED;
  }

  void forget() {
    times = null;
    matched = 0;
    refuted = 0;
    blurred = 0;
  }

  /**
   * An update came about between two times.
   *
   * @param isSuggested whether the period was suggested, and not learned here
   * @return whether it came when it could
   */
  boolean changed(long fromNanos, long toNanos, double periodNanos, boolean isSuggested) {
    UpdateTimes known = times;
    if (known != null && isSame(known, periodNanos) && known.changed(fromNanos, toNanos)) {
      matched = Math.min(TRUSTED_AFTER, matched + 1);
      boolean isTrusted = matched == TRUSTED_AFTER;
      needed = isTrusted ? FIRST_NEEDED : needed;
      refuted = isTrusted ? 0 : refuted;
      blurred = known.width(1) > known.periodNanos() / 2 ? blurred + 1 : 0;
      return true;
    }
    boolean isRefuted = known != null;
    refuted += isRefuted ? 1 : 0;
    if (isRefuted && matched >= needed) {
      needed = Math.min(MOST_NEEDED, Math.max(FIRST_NEEDED, 2 * needed));
    } else if (!isRefuted && isSuggested) {
      needed = Math.min(needed, NEEDED_IF_SUGGESTED);
    }
    times =
        new UpdateTimes(
            periodNanos,
            isSuggested ? SUGGESTED_ERROR : LEARNED_ERROR,
            JITTER_NANOS,
            fromNanos,
            toNanos);
    matched = 0;
    return !isRefuted;
  }

  /** Whether what is known goes on: by itself while it is borne out, else with the filter. */
  private boolean isSame(UpdateTimes known, double periodNanos) {
    return matched >= needed
        ? !known.isSlower()
        : Math.abs(known.periodNanos() - periodNanos) <= OTHER_PERIOD * periodNanos;
  }

  /**
   * When to poll next.
   *
   * @param callNanos how long a poll takes: the one before an update must have its answer by then
   */
  long plan(long nowNanos, long callNanos) {
    UpdateTimes known = times;
    if (known == null || matched < needed) {
      return NativeRate.ORDINARY;
    }
    long updates = Math.max(1, known.updatesUntil(nowNanos));
    if (known.latest(updates) + MARGIN_NANOS <= nowNanos) {
      updates++;
    }
    long before = known.earliest(updates) - MARGIN_NANOS - callNanos;
    long after = known.latest(updates) + MARGIN_NANOS;
    if (after - before > known.periodNanos() / 2) {
      return NativeRate.ORDINARY;
    }
    if (before > nowNanos) {
      return before;
    }
    long middle = before + (after - before) / 2;
    boolean isWide = known.width(updates) > WIDE_NANOS;
    return isWide && middle > nowNanos ? middle : after;
  }
}
