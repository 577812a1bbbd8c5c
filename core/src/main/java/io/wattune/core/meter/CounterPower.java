package io.wattune.core.meter;

import io.wattune.core.reading.EnergyColumn;

/**
 * Power of a device that only counts energy, as a CPU does: {@code P = (E2 - E1) / (t2 - t1)}, the
 * mean between two polls. A sensor that shows this is a boxcar whose window is the time between two
 * polls: the sum of its readings, each times its window, is what was counted, exactly.
 *
 * <p>The counter begins again after its range, which the driver states. A step back is a wrap where
 * the energy that it then stands for is at most what the device can take, and the counter was set
 * back otherwise; a step ahead by more than that is no energy either, it was set then, too. A
 * counter may show at once what it counted since its last update, some milliseconds before the
 * first poll: a tenth of a second is allowed for that. Two wraps between two polls look like one or
 * none: polls that are farther apart than {@link #longestApartNanos}, half the time in which a
 * device at its highest power counts through the range, say nothing of power, and the count begins
 * anew, lower, so that whoever reads it sees a break.
 *
 * <p>Error: one step of the counter, and its update period {@code u} at each end, {@code P u / (t2
 * - t1)}; neither adds up over polls. Mutable, for one thread. Test: {@code CounterPowerTest}.
 */
public final class CounterPower {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MICROJOULES = 1e6;

  /** Longer than any such counter takes from one update to the next. */
  private static final double UPDATE_SECONDS = 0.1;

  private final long rangeMicrojoules;
  private final double highestWatts;
  private long lastNanos;
  private long lastMicrojoules;
  private boolean isBegun;
  private long baseMicrojoules;
  private double meanWatts = Double.NaN;

  /**
   * A counter.
   *
   * @param rangeMicrojoules after how much it begins again at 0
   * @param highestWatts what the device takes at most, rather too high than too low
   */
  public CounterPower(long rangeMicrojoules, double highestWatts) {
    if (rangeMicrojoules <= 0 || !(highestWatts > 0 && highestWatts < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "rangeMicrojoules and highestWatts must be above 0, were %s and %s"
              .formatted(rangeMicrojoules, highestWatts));
    }
    this.rangeMicrojoules = rangeMicrojoules;
    this.highestWatts = highestWatts;
  }

  /** How far two polls may be apart, in nanoseconds. */
  public long longestApartNanos() {
    return (long) (rangeMicrojoules / (2 * highestWatts * MICROJOULES) * NANOS_PER_SECOND);
  }

  /**
   * Takes what the counter said.
   *
   * @param timeNanos when it was asked
   */
  public void accept(long timeNanos, long microjoules) {
    long apart = timeNanos - lastNanos;
    meanWatts = Double.NaN;
    if (isBegun && apart > 0 && apart <= longestApartNanos()) {
      rise(apart, microjoules);
    } else if (isBegun) {
      baseMicrojoules = -microjoules;
    }
    isBegun = true;
    lastNanos = timeNanos;
    lastMicrojoules = microjoules;
  }

  private void rise(long apart, long microjoules) {
    double seconds = apart / NANOS_PER_SECOND;
    long step = microjoules - lastMicrojoules;
    boolean isBack = step < 0;
    long rise = isBack ? step + rangeMicrojoules : step;
    if (rise < 0 || rise > highestWatts * MICROJOULES * (seconds + UPDATE_SECONDS)) {
      baseMicrojoules = -microjoules;
      return;
    }
    if (isBack) {
      baseMicrojoules += rangeMicrojoules;
    }
    meanWatts = rise / MICROJOULES / seconds;
  }

  /** Mean power between the last two polls in watts; NaN where they say nothing of it. */
  public double meanWatts() {
    return meanWatts;
  }

  /** What was counted, wraps undone; {@link EnergyColumn#MISSING} before the first poll. */
  public long microjoules() {
    return isBegun ? baseMicrojoules + lastMicrojoules : EnergyColumn.MISSING;
  }
}
