package io.wattune.core.serving;

/**
 * Until when a server is left at its own settings after something went wrong: half a minute, and
 * after an objective that was missed twice as long each time that it happens again soon.
 */
final class HoldOff {
  private static final long SECOND = 1_000_000_000L;
  static final long NANOS = 30 * SECOND;
  static final long LONGEST_NANOS = 600 * SECOND;

  private long untilNanos = Long.MIN_VALUE;
  private ServerState reason = ServerState.MISSED;
  private long missedNanos = Long.MIN_VALUE;
  private long nanos = NANOS;

  /** What it says of itself cannot be. */
  void doubted(long nowNanos) {
    untilNanos = nowNanos + NANOS;
    reason = ServerState.DOUBTED;
  }

  /** Its objective was missed. */
  void missed(long nowNanos) {
    boolean isAgain = missedNanos != Long.MIN_VALUE && nowNanos - missedNanos < 2 * LONGEST_NANOS;
    nanos = isAgain ? Math.min(2 * nanos, LONGEST_NANOS) : NANOS;
    missedNanos = nowNanos;
    untilNanos = nowNanos + nanos;
    reason = ServerState.MISSED;
  }

  boolean isOnAt(long nowNanos) {
    return nowNanos < untilNanos;
  }

  /** Why it was last on. */
  ServerState reason() {
    return reason;
  }

  /** How long it is on after an objective that was missed now or last. */
  long seconds() {
    return nanos / SECOND;
  }
}
