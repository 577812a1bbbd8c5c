package io.wattune.core.loop;

/**
 * Whether a node is taken to know which kernel runs: as long as not eight invocations in a row that
 * should have had their kernel's settings did not have them. Then it is asked again after ten
 * minutes, since its writer may only have been late, and each time that it fails once more after
 * twice as long, up to {@value #MOST_DOUBLINGS} doublings. What it costs to ask a node that never
 * knows is some seconds at own settings. Test: {@code KernelMissesTest}.
 */
final class KernelMisses {
  /** So many invocations without their kernel's configuration, and the node cannot switch by it. */
  static final int MOST = 8;

  static final long FIRST_PAUSE_NANOS = 600_000_000_000L;
  static final int MOST_DOUBLINGS = 6;

  private int misses;
  private int failures;
  private long againNanos = LoopState.NEVER;

  /** Whether configurations may go by the names of kernels. */
  boolean isFollowed() {
    return misses < MOST;
  }

  /**
   * A kernel ran, and what the decision in force wishes for it was not in force.
   *
   * @return whether the node is taken to know no kernels from now on
   */
  boolean miss(long nowNanos) {
    if (!isFollowed() || ++misses < MOST) {
      return false;
    }
    againNanos = nowNanos + (FIRST_PAUSE_NANOS << Math.min(failures, MOST_DOUBLINGS));
    failures++;
    return true;
  }

  /** What was wished for a kernel was in force. */
  void hit() {
    if (isFollowed()) {
      misses = 0;
      failures = 0;
    }
  }

  /**
   * Whether the pause is over now: the node is asked again.
   *
   * @return true once for each pause
   */
  boolean endsPause(long nowNanos) {
    if (isFollowed() || nowNanos == LoopState.NEVER) {
      return false;
    }
    if (againNanos == LoopState.NEVER) {
      againNanos = nowNanos + FIRST_PAUSE_NANOS;
    }
    if (nowNanos < againNanos) {
      return false;
    }
    misses = 0;
    return true;
  }

  /** The clock had run ahead: no pause is longer than it would be from now on. */
  void correctClock(long nowNanos) {
    long longest = FIRST_PAUSE_NANOS << Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS);
    againNanos = Math.min(againNanos, nowNanos + longest);
  }

  /** How many in a row have missed their kernel's settings, for the controller's next life. */
  int inARow() {
    return misses;
  }

  /** Goes on from an earlier life; a pause begins anew. */
  void restore(int inARow) {
    misses = inARow;
    failures = isFollowed() ? 0 : 1;
  }

  /** It may be another node now, or another device. */
  void forget() {
    misses = 0;
    failures = 0;
  }
}
