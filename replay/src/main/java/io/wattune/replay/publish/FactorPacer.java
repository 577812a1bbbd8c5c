package io.wattune.replay.publish;

/**
 * Replays at a multiple of the speed of the recording. Each event is held against the first one, so
 * that errors of single waits do not add up; a replay that fell behind catches up.
 */
public final class FactorPacer implements Pacer {
  private final double factor;
  private final Clock clock;
  private boolean started;
  private long startNanos;
  private long firstEventNanos;

  /**
   * Makes a pacer whose time begins with its first event.
   *
   * @param factor 1 for real time, 10 for ten times as fast; finite and above 0
   * @param clock the clock to wait by
   */
  public FactorPacer(double factor, Clock clock) {
    if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the speed must be a number above 0, was " + factor + "; use 'max' for no pacing");
    }
    this.factor = factor;
    this.clock = clock;
  }

  @Override
  public void await(long eventNanos) throws InterruptedException {
    if (!started) {
      started = true;
      startNanos = clock.nanoTime();
      firstEventNanos = eventNanos;
    }
    long due = (long) ((eventNanos - firstEventNanos) / factor);
    long wait = due - (clock.nanoTime() - startNanos);
    while (wait > 0) {
      clock.sleep(wait);
      wait = due - (clock.nanoTime() - startNanos);
    }
  }
}
