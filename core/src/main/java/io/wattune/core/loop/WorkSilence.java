package io.wattune.core.loop;

/**
 * How long ago windows of work have come, and whether that is so long that what delivered them may
 * have ended. It is silent after {@value #USUAL_GAPS} of its longest usual gaps between the ends of
 * two windows, at least 10 s and at most 60 s. A gap of more than 60 s is not usual. A usual one
 * counts for half as much after each ten minutes, so that a program with a pause in each minute is
 * silent in the first one and not in the others.
 *
 * <p>Where windows come more than 40 s apart because each is that long, it is always silent: the
 * next one could come too late to see the difference. Times are the device's clock. Test: {@code
 * WorkSilenceTest}.
 */
final class WorkSilence {
  private static final long SECOND = 1_000_000_000L;
  static final long LEAST_NANOS = 10 * SECOND;
  static final long MOST_NANOS = 60 * SECOND;
  static final long LONGEST_WINDOW_NANOS = 40 * SECOND;
  private static final int USUAL_GAPS = 4;
  private static final double HALF_LIFE_SECONDS = 600;

  private long newestNanos = LoopState.NEVER;
  private double usualNanos;
  private boolean isTooRare;

  /** A window with work has come. */
  void take(long startNanos, long endNanos) {
    if (endNanos <= newestNanos) {
      return;
    }
    long length = endNanos - startNanos;
    long gap = newestNanos == LoopState.NEVER ? length : endNanos - newestNanos;
    isTooRare = Math.min(gap, length) > LONGEST_WINDOW_NANOS;
    double kept = usualNanos * StrictMath.pow(0.5, gap * 1e-9 / HALF_LIFE_SECONDS);
    usualNanos = gap > MOST_NANOS ? kept : Math.max((double) gap, kept);
    newestNanos = endNanos;
  }

  /** Whether it is silent; before any work it is. */
  boolean isSilent(long nowNanos) {
    return newestNanos == LoopState.NEVER || isTooRare || nowNanos - newestNanos > limitNanos();
  }

  /** Whether windows are too long to see by them in time that they end. */
  boolean isTooRare() {
    return isTooRare;
  }

  /** For how long nothing may come before it is silent. */
  long limitNanos() {
    return (long) Math.min(MOST_NANOS, Math.max(LEAST_NANOS, USUAL_GAPS * usualNanos));
  }

  /** The clock had run ahead: it is only this late. */
  void correctClock(long nowNanos) {
    newestNanos = Math.min(newestNanos, nowNanos);
  }
}
