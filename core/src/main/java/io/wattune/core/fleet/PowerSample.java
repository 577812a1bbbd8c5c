package io.wattune.core.fleet;

import io.wattune.core.Quality;

/**
 * The newest true power of one device.
 *
 * @param timeNanos epoch nanoseconds of the sample, by the node's clock
 * @param revision revision of the power: of one sample the newest holds
 * @param clockSetBacks how often the device's clock had been set back
 * @param milliwatts true power
 * @param errorMilliwatts its standard error
 * @param quality how it was obtained
 */
public record PowerSample(
    long timeNanos,
    int revision,
    int clockSetBacks,
    int milliwatts,
    int errorMilliwatts,
    Quality quality) {

  public PowerSample {
    if (errorMilliwatts < 0) {
      throw new IllegalArgumentException(
          "errorMilliwatts must not be negative, was " + errorMilliwatts);
    }
  }

  /** The one of the two that holds; this one where both are equally new. */
  public PowerSample newest(PowerSample other) {
    return other.isAfter(this) ? other : this;
  }

  /**
   * By its time, unless the clock was set back since; by its revision where the time is the same.
   */
  private boolean isAfter(PowerSample other) {
    if (clockSetBacks > other.clockSetBacks) {
      return true;
    }
    return timeNanos != other.timeNanos ? timeNanos > other.timeNanos : revision > other.revision;
  }
}
