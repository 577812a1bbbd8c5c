package io.wattune.testbed;

/**
 * Polls a K20 as fast as it answers (Burtscher et al. 2014, section 4.3): nearly 40 polls about
 * 0.283 ms apart, then a gap of about 4.7 ms in which the sensor takes its next measurement, and
 * now and then a stall of the driver. The value changes only in a gap between two runs of polls.
 */
public final class IrregularPoller implements Poller {
  private static final long SHORTEST_INTERVAL_NANOS = 266_000;
  private static final long LONGEST_INTERVAL_NANOS = 300_000;
  private static final long GAP_NANOS = 4_700_000;

  private final SensorUpdates comb;
  private final Stalls stalls;
  private final SeededNoise noise;

  /** Polls of one sensor, which answers late when it is about to update. */
  public IrregularPoller(LagSensor sensor, Stalls stalls, long seed) {
    this(sensor.comb(), stalls, seed);
  }

  /** Polls of the sensor with this comb. */
  public IrregularPoller(SensorUpdates comb, Stalls stalls, long seed) {
    if (comb.periodNanos() <= GAP_NANOS + LONGEST_INTERVAL_NANOS) {
      throw new IllegalArgumentException(
          "the sensor's update period must be longer than the gap of 5 ms, was "
              + comb.periodNanos()
              + " ns");
    }
    this.comb = comb;
    this.stalls = stalls;
    this.noise = new SeededNoise(seed);
  }

  /** A poll that finds the sensor busy is answered just after the update. */
  @Override
  public long answerNanos(long askedNanos) {
    long free = stalls.answerNanos(askedNanos);
    long nextUpdate = comb.nanos(comb.index(free) + 1);
    // One read before the gap is spent waiting for it, hence the interval's share.
    long busyFrom = nextUpdate - GAP_NANOS + LONGEST_INTERVAL_NANOS;
    return free >= busyFrom ? nextUpdate + 1_000 : free;
  }

  @Override
  public long nextNanos(long index, long lastNanos) {
    return answerNanos(
        lastNanos + noise.between(index, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS));
  }
}
