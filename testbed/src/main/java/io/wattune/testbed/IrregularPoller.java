package io.wattune.testbed;

/**
 * Polls a K20 as fast as it answers, see {@link TightLoop}. The value changes only in a gap between
 * two runs of polls.
 */
public final class IrregularPoller implements Poller {
  private final TightLoop loop;
  private final Stalls stalls;

  /** A tight loop around one sensor, which answers late when it is about to update. */
  public IrregularPoller(LagSensor sensor, Stalls stalls, long seed) {
    this.loop = new TightLoop(sensor.comb(), seed);
    this.stalls = stalls;
  }

  @Override
  public long answerNanos(long askedNanos) {
    return loop.answerNanos(askedNanos, stalls);
  }

  @Override
  public long nextNanos(long index, long lastNanos) {
    return loop.nextNanos(index, lastNanos, stalls);
  }
}
