package io.wattune.core.loop;

import org.jspecify.annotations.Nullable;

/**
 * When a program's phases change too often to follow them, for how long it is then one mix, and the
 * long windows of that. Following costs about two windows of wrong settings at each change. Test:
 * {@code PhasesPropertyTest}.
 */
final class MixTime {
  /** A window of a mix has several of its phases. */
  private static final long WINDOW_NANOS = 10_000_000_000L;

  /** Phases that stay for fewer windows on average are not followed. */
  private static final int LEAST_STAY_WINDOWS = 24;

  /** Changes are forgotten over this time. */
  private static final double MEMORY_SECONDS = 60;

  /** Windows of a mix that scatter more than this would take a quarter of an hour to judge. */
  private static final double MOST_SCATTER = 0.01;

  private static final long FIRST_NANOS = 300_000_000_000L;
  private static final long LONGEST_NANOS = 3_600_000_000_000L;

  private final Scatter levels = new Scatter();
  private double changes;
  private long changedNanos = LoopState.NEVER;
  private long untilNanos = LoopState.NEVER;
  private long forNanos = FIRST_NANOS;
  private @Nullable WorkWindow merging;

  /**
   * Whether phases have changed too often, with one change more.
   *
   * @param windowNanos how long windows are
   */
  boolean isTooOften(long nowNanos, long windowNanos) {
    double leastStaySeconds = LEAST_STAY_WINDOWS * windowNanos * 1e-9;
    double passed = changedNanos == LoopState.NEVER ? 0 : (nowNanos - changedNanos) * 1e-9;
    changes = changes * StrictMath.exp(-Math.max(0, passed) / MEMORY_SECONDS) + 1;
    changedNanos = nowNanos;
    // So many are remembered of changes at that distance for a long time.
    return changes > 1 / (1 - StrictMath.exp(-leastStaySeconds / MEMORY_SECONDS));
  }

  /** The program is one mix from now on, each time for twice as long as before. */
  void begin(long nowNanos) {
    untilNanos = nowNanos + forNanos;
    forNanos = Math.min(2 * forNanos, LONGEST_NANOS);
    merging = null;
  }

  boolean isOn() {
    return untilNanos != LoopState.NEVER;
  }

  /** Ends it where its time is over; true where it does. */
  boolean ends(long nowNanos) {
    boolean isOver = isOn() && nowNanos >= untilNanos;
    if (isOver) {
      untilNanos = LoopState.NEVER;
      changes = 0;
    }
    return isOver;
  }

  /** One more window; the long one that it ends, or null. */
  @Nullable WorkWindow merge(WorkWindow window) {
    WorkWindow merged = merging == null ? window : merging.and(window);
    boolean isFull = merged.endNanos() - merged.startNanos() >= WINDOW_NANOS;
    merging = isFull ? null : merged;
    return isFull ? merged : null;
  }

  /** The level of a long window. */
  void take(double level) {
    levels.take(level);
  }

  /** Whether long windows are alike, so that a loss would show. */
  boolean areWindowsAlike() {
    return levels.isKnown() && levels.deviation() <= MOST_SCATTER;
  }

  /** The clock was wrong. */
  void forgetTimes() {
    merging = null;
    changedNanos = LoopState.NEVER;
    untilNanos = LoopState.NEVER;
  }
}
