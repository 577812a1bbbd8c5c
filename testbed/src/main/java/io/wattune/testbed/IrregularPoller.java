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
  public long[] pollTimesNanos(long startNanos, long endNanos) {
    var times = new PollTimes();
    long time = loop.answerNanos(startNanos, stalls);
    for (long index = 0; time < endNanos; index++) {
      times.add(time);
      time = loop.nextNanos(index, time, stalls);
    }
    return times.toArray();
  }
}
