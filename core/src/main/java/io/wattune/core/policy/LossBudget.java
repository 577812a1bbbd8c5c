package io.wattune.core.policy;

/**
 * What looking for lower settings has cost, beyond the loss that is allowed, in seconds of work
 * that was not delivered. It is forgotten evenly, and nothing that may cost more than is left is
 * tried. What a trial has lost is due only when the rate has come back without it: else it was the
 * program's own doing.
 *
 * <p>Bound: trials cost at most {@value #FIRST_SECONDS} s {@code +} 1 % of the time since the
 * program was first seen, and in any time {@code T} at most {@value #MOST_SECONDS} s {@code + T /}
 * {@value #SECONDS_PER_SECOND_BACK}; so of ten minutes 1 %. Beyond it goes what one trial costs
 * more than was foreseen: a small loss in much noise, for as long as it takes to see it. One look
 * at near rungs is beyond that while nothing has been lost, or nothing with slow windows could ever
 * be tuned; and one at a far rung once all is forgotten. Test: {@code FineLossPropertyTest}.
 *
 * @param seconds lost, as far as not forgotten
 * @param timeNanos as of this time
 * @param dueSeconds lost in the trial that has been reverted, if it was the trial
 * @param begunNanos when the program was first seen
 * @param isWhole whether no trial has lost anything so far
 */
public record LossBudget(
    double seconds, long timeNanos, double dueSeconds, long begunNanos, boolean isWhole) {
  /** Most that trials may cost in short order. */
  static final double MOST_SECONDS = 4;

  /** Most that they may cost at once of a program that has just been seen. */
  static final double FIRST_SECONDS = 0.5;

  /** One second is forgotten in so many: two in ten minutes. */
  static final double SECONDS_PER_SECOND_BACK = 300;

  /** With what is forgotten one second in each hundred may be lost. */
  private static final double SECONDS_PER_SECOND_MORE = 150;

  /** Nothing has been lost. */
  static LossBudget full(long timeNanos) {
    return new LossBudget(0, timeNanos, 0, timeNanos, true);
  }

  private double left(long nowNanos) {
    double passed = Math.max(0, nowNanos - timeNanos) * 1e-9;
    return Math.max(0, seconds - passed / SECONDS_PER_SECOND_BACK);
  }

  /** Most that may be lost and not forgotten: more, the longer the program has run. */
  private double most(long nowNanos) {
    double passed = Math.max(0, nowNanos - begunNanos) * 1e-9;
    return Math.min(MOST_SECONDS, FIRST_SECONDS + passed / SECONDS_PER_SECOND_MORE);
  }

  /** So much has been lost in the trial that is reverted. */
  LossBudget due(double lostSeconds) {
    return new LossBudget(seconds, timeNanos, lostSeconds, begunNanos, isWhole);
  }

  /** It was the trial. */
  LossBudget paid(long nowNanos) {
    return new LossBudget(
        left(nowNanos) + dueSeconds, nowNanos, 0, begunNanos, isWhole && dueSeconds == 0);
  }

  /**
   * Whether something may be tried that may cost this.
   *
   * @param isFar whether one of the rungs is far below
   */
  boolean allows(double lostSeconds, boolean isFar, long nowNanos) {
    double left = left(nowNanos);
    boolean isExempt = isFar ? left == 0 && most(nowNanos) == MOST_SECONDS : isWhole;
    return isExempt || left + lostSeconds <= most(nowNanos);
  }
}
