package io.wattune.core.meter;

import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;

/**
 * Power of a device by an energy counter that is polled more often than it is updated: {@code P =
 * (E2 - E1) / (n T)}, the mean between two updates, {@code n} update periods {@code T} apart. That
 * is a boxcar whose window is the update period: nothing is left out.
 *
 * <p>Where {@link CounterPower} divides by the time between two polls, this divides by that between
 * two updates, which polls only bracket. Whole periods are taken ({@link SampleFilter} finds them),
 * so that a bracket's error is not in the power, and the sum of all readings, each times {@code n
 * T}, is what was counted. An update that lies off the comb by more than {@value #OFF_THE_COMB}
 * periods is taken by its own time.
 *
 * <p>Error: one step of the counter over {@code T}, and what updates are late or early by, which
 * the next reading has with the other sign. A counter that goes back, or ahead by more than a
 * device can take, was set: that rise is no power. Units ns, mJ, mW. Mutable, for one thread. Test:
 * {@code CounterUpdatesTest}.
 */
public final class CounterUpdates {
  /** No device takes more (decision 0018). */
  private static final double MOST_WATTS = 2000;

  private static final double OFF_THE_COMB = 0.35;

  /** Updates that are farther apart are a pause, of which the mean says little. */
  private static final long LONGEST_APART_NANOS = 1_000_000_000L;

  /** So many give the period better than the filter, which finds it first. */
  private static final int ENOUGH_PERIODS = 30;

  private static final long LOW_BITS = 0x3fff_ffff;

  private final SampleFilter filter = new SampleFilter();
  private final SampleState samples = new SampleState();
  private long millijoules = EnergyColumn.MISSING;
  private long updatedNanos;
  private int updates;

  /** Update from which periods are counted, and how many there were. */
  private long countedFromNanos;

  private long periodsCounted;
  private double meanMilliwatts = Double.NaN;

  /**
   * Takes what the counter said.
   *
   * @param timeNanos when it was asked
   * @param value the counter, or {@link EnergyColumn#MISSING}
   */
  public void accept(long timeNanos, long value) {
    if (value == EnergyColumn.MISSING) {
      return;
    }
    // The filter looks for values that change; which they are plays no role.
    SampleFilter.Outcome outcome = filter.accept(samples, timeNanos, (int) (value & LOW_BITS));
    if (outcome != SampleFilter.Outcome.SAMPLE || value == millijoules) {
      return;
    }
    long nanos = filter.sample().timeNanos;
    if (updates > 0) {
      meanMilliwatts = mean(nanos, value - millijoules);
    }
    updates++;
    updatedNanos = nanos;
    millijoules = value;
  }

  private double mean(long nanos, long rise) {
    double seconds = (nanos - updatedNanos) * 1e-9;
    double period = periodSeconds();
    double periods = Math.max(1, Math.rint(seconds / period));
    boolean isOnTheComb = Math.abs(seconds / period - periods) <= OFF_THE_COMB;
    double milliwatts = rise / (isOnTheComb ? periods * period : seconds);
    // The first value came about before the first poll: how long before is not known.
    boolean isSeen = updates > 1 && nanos - updatedNanos <= LONGEST_APART_NANOS;
    if (isSeen && isOnTheComb) {
      periodsCounted += (long) periods;
    } else {
      countedFromNanos = nanos;
      periodsCounted = 0;
    }
    boolean isPower = rise >= 0 && milliwatts <= MOST_WATTS * 1e3;
    return isPower && isSeen ? milliwatts : Double.NaN;
  }

  /** By all periods since they are counted, which brackets of polls blur at both ends only. */
  private double periodSeconds() {
    return periodsCounted < ENOUGH_PERIODS
        ? SampleFilter.periodNanos(samples) * 1e-9
        : (updatedNanos - countedFromNanos) * 1e-9 / periodsCounted;
  }

  /** Mean power of the newest update in milliwatts; NaN while there is none. */
  public double meanMilliwatts() {
    return meanMilliwatts;
  }
}
