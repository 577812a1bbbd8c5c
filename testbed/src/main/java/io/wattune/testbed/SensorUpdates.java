package io.wattune.testbed;

/**
 * When a sensor takes a new value: at a phase and at every whole period before and after it.
 *
 * @param phaseNanos epoch nanoseconds of update 0
 * @param periodNanos time between two updates
 */
public record SensorUpdates(long phaseNanos, long periodNanos) {

  public SensorUpdates {
    if (periodNanos <= 0) {
      throw new IllegalArgumentException("periodNanos must be above 0, was " + periodNanos);
    }
  }

  /** A comb whose phase is drawn from a seed. */
  public static SensorUpdates seeded(long periodNanos, long seed) {
    return new SensorUpdates(new SeededNoise(~seed).between(0, 0, periodNanos), periodNanos);
  }

  /** The last update at or before a time. */
  public long index(long timeNanos) {
    return Math.floorDiv(timeNanos - phaseNanos, periodNanos);
  }

  /** When an update is. */
  public long nanos(long index) {
    return phaseNanos + index * periodNanos;
  }
}
