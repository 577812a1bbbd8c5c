package io.wattune.testbed;

/**
 * Polls at a nominal interval, as {@code nvidia-smi -lms} does: each interval is measured from the
 * poll before, so jitter and stalls add up.
 */
public final class NominalPoller implements Poller {
  private final long intervalNanos;
  private final long jitterNanos;
  private final Stalls stalls;
  private final SeededNoise noise;

  /**
   * Each interval is drawn evenly from {@code intervalNanos +- jitterNanos}.
   *
   * @param intervalNanos nominal interval
   * @param jitterNanos from 0 to below the interval
   * @param stalls when the driver does not answer
   * @param seed of the jitter
   */
  public NominalPoller(long intervalNanos, long jitterNanos, Stalls stalls, long seed) {
    if (intervalNanos < 1_000 || jitterNanos < 0 || jitterNanos > intervalNanos - 1_000) {
      throw new IllegalArgumentException(
          "intervalNanos must be at least 1000 and jitterNanos 0 to intervalNanos - 1000, were "
              + intervalNanos
              + " and "
              + jitterNanos);
    }
    this.intervalNanos = intervalNanos;
    this.jitterNanos = jitterNanos;
    this.stalls = stalls;
    this.noise = new SeededNoise(seed);
  }

  @Override
  public long answerNanos(long askedNanos) {
    return stalls.answerNanos(askedNanos);
  }

  @Override
  public long nextNanos(long index, long lastNanos) {
    long interval =
        noise.between(index, intervalNanos - jitterNanos, intervalNanos + jitterNanos + 1);
    return answerNanos(lastNanos + interval);
  }
}
