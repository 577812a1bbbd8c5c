package io.wattune.testbed;

/**
 * When a K20 answers polls that come as fast as it answers (Burtscher et al. 2014, section 4.3):
 * nearly 40 of them about 0.283 ms apart, then a gap of about 4.7 ms in which the sensor takes its
 * next measurement, and now and then a stall of the driver.
 */
public final class TightLoop {
  private static final long SHORTEST_INTERVAL_NANOS = 266_000;
  private static final long LONGEST_INTERVAL_NANOS = 300_000;
  private static final long GAP_NANOS = 4_700_000;

  private final SensorUpdates comb;
  private final SeededNoise noise;

  /** A loop around the sensor with this comb. */
  public TightLoop(SensorUpdates comb, long seed) {
    if (comb.periodNanos() <= GAP_NANOS + LONGEST_INTERVAL_NANOS) {
      throw new IllegalArgumentException(
          "the sensor's update period must be longer than the gap of 5 ms, was "
              + comb.periodNanos()
              + " ns");
    }
    this.comb = comb;
    this.noise = new SeededNoise(seed);
  }

  /** The poll after one, put off to where it is answered. */
  public long nextNanos(long index, long lastNanos, Stalls stalls) {
    long interval = noise.between(index, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS);
    return answerNanos(lastNanos + interval, stalls);
  }

  /** A poll that finds the sensor busy is answered just after the update. */
  public long answerNanos(long timeNanos, Stalls stalls) {
    long free = stalls.answerNanos(timeNanos);
    long nextUpdate = comb.nanos(comb.index(free) + 1);
    // One read before the gap is spent waiting for it, hence the interval's share.
    long busyFrom = nextUpdate - GAP_NANOS + LONGEST_INTERVAL_NANOS;
    return free >= busyFrom ? nextUpdate + 1_000 : free;
  }
}
