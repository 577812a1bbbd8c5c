package io.wattune.testbed;

/**
 * Polls a K20 as fast as it answers (Burtscher et al. 2014, section 4.3): runs of nearly 40
 * identical readings about 0.283 ms apart, then a gap of about 4.7 ms in which the sensor takes its
 * next measurement, and now and then a stall of the driver. The value changes only in a gap.
 */
public final class IrregularPoller implements Poller {
  private static final long SHORTEST_INTERVAL_NANOS = 266_000;
  private static final long LONGEST_INTERVAL_NANOS = 300_000;
  private static final long GAP_NANOS = 4_700_000;

  private final LagSensor sensor;
  private final Stalls stalls;
  private final SeededNoise noise;

  /** A tight loop around one sensor, which answers late when it is about to update. */
  public IrregularPoller(LagSensor sensor, Stalls stalls, long seed) {
    if (sensor.updatePeriodNanos() <= GAP_NANOS + LONGEST_INTERVAL_NANOS) {
      throw new IllegalArgumentException(
          "the sensor's update period must be longer than the gap of 5 ms, was "
              + sensor.updatePeriodNanos()
              + " ns");
    }
    this.sensor = sensor;
    this.stalls = stalls;
    this.noise = new SeededNoise(seed);
  }

  @Override
  public long[] pollTimesNanos(long startNanos, long endNanos) {
    var times = new PollTimes();
    long time = answerNanos(startNanos);
    for (long index = 0; time < endNanos; index++) {
      times.add(time);
      long interval = noise.between(index, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS);
      time = answerNanos(time + interval);
    }
    return times.toArray();
  }

  /** A poll that finds the sensor busy is answered just after the update. */
  private long answerNanos(long timeNanos) {
    long free = stalls.answerNanos(timeNanos);
    long nextUpdate = sensor.lastUpdateNanos(free) + sensor.updatePeriodNanos();
    // One read before the gap is spent waiting for it, hence the interval's share.
    long busyFrom = nextUpdate - GAP_NANOS + LONGEST_INTERVAL_NANOS;
    return free >= busyFrom ? nextUpdate + 1_000 : free;
  }
}
