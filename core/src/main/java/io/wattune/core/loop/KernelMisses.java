package io.wattune.core.loop;

/**
 * Whether a node is taken to know which kernel runs: until all invocations that should have had
 * their kernel's settings did not have them, at least eight, for as long as a lease. A writer that
 * is only late, since its machine stood still for a moment, misses many of short kernels and is
 * back within a lease. A node that fails is asked again after ten minutes, and each time that it
 * fails once more after twice as long, up to {@value #MOST_DOUBLINGS} doublings. What it costs to
 * ask a node that never knows is a lease at own settings. Test: {@code KernelMissesTest}.
 */
final class KernelMisses {
  /** With fewer invocations without their kernel's configuration nothing is said. */
  static final int MOST = 8;

  static final long FIRST_PAUSE_NANOS = 600_000_000_000L;
  static final int MOST_DOUBLINGS = 6;

  private int misses;
  private long firstMissNanos = LoopState.NEVER;
  private boolean isPausing;
  private int failures;
  private long againNanos = LoopState.NEVER;

  /** Whether configurations may go by the names of kernels. */
  boolean isFollowed() {
    return !isPausing;
  }

  /**
   * A kernel ran, and what the decision in force wishes for it was not in force.
   *
   * @param leaseNanos for how long all have to miss
   * @return whether the node is taken to know no kernels from now on
   */
  boolean miss(long nowNanos, long leaseNanos) {
    if (isPausing) {
      return false;
    }
    if (misses == 0 || nowNanos < firstMissNanos) {
      firstMissNanos = nowNanos;
    }
    misses = Math.min(misses + 1, MOST);
    if (misses < MOST || nowNanos - firstMissNanos < leaseNanos) {
      return false;
    }
    isPausing = true;
    againNanos = nowNanos + (FIRST_PAUSE_NANOS << Math.min(failures, MOST_DOUBLINGS));
    failures++;
    return true;
  }

  /** What was wished for a kernel was in force. */
  void hit() {
    if (!isPausing) {
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
    if (!isPausing || nowNanos == LoopState.NEVER) {
      return false;
    }
    if (againNanos == LoopState.NEVER) {
      againNanos = nowNanos + FIRST_PAUSE_NANOS;
    }
    if (nowNanos < againNanos) {
      return false;
    }
    isPausing = false;
    misses = 0;
    return true;
  }

  /** The clock had run ahead: no pause is longer than it would be from now on. */
  void correctClock(long nowNanos) {
    long longest = FIRST_PAUSE_NANOS << Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS);
    againNanos = Math.min(againNanos, nowNanos + longest);
  }

  /** For the controller's next life: {@value #MOST} while the node is taken to know no kernels. */
  int inARow() {
    return isPausing ? MOST : 0;
  }

  /** Goes on from an earlier life; a pause begins anew. */
  void restore(int inARow) {
    isPausing = inARow >= MOST;
    failures = isPausing ? 1 : 0;
  }

  /** It may be another node now, or another device. */
  void forget() {
    isPausing = false;
    misses = 0;
    failures = 0;
  }
}
