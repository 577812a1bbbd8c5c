package io.wattune.core.policy;

/**
 * What looking for lower settings has cost, beyond the loss that is allowed, in seconds of work
 * that was not delivered. It is forgotten evenly, and nothing that may cost more than is left is
 * tried. What a trial has lost is due only when the rate has come back without it: else it was the
 * program's own doing.
 *
 * <p>Bound: in any time {@code T} trials cost at most {@value #MOST_SECONDS} s {@code + T /}
 * {@value #SECONDS_PER_SECOND_BACK}, and one more look where even the first one costs more than
 * that; so of ten minutes 1 %. Test: {@code FineLossPropertyTest}.
 *
 * @param seconds lost, as far as not forgotten
 * @param timeNanos as of this time
 * @param dueSeconds lost in the trial that has been reverted, if it was the trial
 */
public record LossBudget(double seconds, long timeNanos, double dueSeconds) {
  /** Most that trials may cost in short order. */
  static final double MOST_SECONDS = 4;

  /** One second is forgotten in so many: two in ten minutes. */
  static final double SECONDS_PER_SECOND_BACK = 300;

  /** Nothing has been lost. */
  static LossBudget full(long timeNanos) {
    return new LossBudget(0, timeNanos, 0);
  }

  private double left(long nowNanos) {
    double passed = Math.max(0, nowNanos - timeNanos) * 1e-9;
    return Math.max(0, seconds - passed / SECONDS_PER_SECOND_BACK);
  }

  /** So much has been lost in the trial that is reverted. */
  LossBudget due(double lostSeconds) {
    return new LossBudget(seconds, timeNanos, lostSeconds);
  }

  /** It was the trial. */
  LossBudget paid(long nowNanos) {
    return new LossBudget(left(nowNanos) + dueSeconds, nowNanos, 0);
  }

  /** Whether something may be tried that may cost this; where nothing has been lost, anything. */
  boolean allows(double lostSeconds, long nowNanos) {
    double left = left(nowNanos);
    return left == 0 || left + lostSeconds <= MOST_SECONDS;
  }
}
