package io.wattune.dashboard.state;

import java.time.Duration;

/**
 * What a state keeps, and how much memory it may take for it.
 *
 * @param staleAfter age of a sample from which on its device is stale
 * @param powerBytes memory for the power of all devices together; half as much again for smoothed
 *     power, where there is any
 * @param powerFor how far back the power of a device goes
 * @param mostActivities activities of all devices together
 * @param mostNames names of activities, by device and book, whose energy is summed
 * @param mostOpenEntries ledger entries that a revision can still replace
 */
public record StateLimits(
    Duration staleAfter,
    long powerBytes,
    Duration powerFor,
    int mostActivities,
    int mostNames,
    int mostOpenEntries) {
  /** For a fleet of some thousand devices in some hundred megabytes. */
  public static final StateLimits DEFAULT =
      new StateLimits(
          Duration.ofSeconds(10), 64L << 20, Duration.ofMinutes(5), 200_000, 20_000, 100_000);

  public StateLimits {
    positive("staleAfter", staleAfter.toNanos());
    positive("powerBytes", powerBytes);
    positive("powerFor", powerFor.toNanos());
    positive("mostActivities", mostActivities);
    positive("mostNames", mostNames);
    positive("mostOpenEntries", mostOpenEntries);
  }

  private static void positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be above 0, was " + value);
    }
  }

  /** The same with another age from which on a device is stale. */
  public StateLimits withStaleAfter(Duration other) {
    return new StateLimits(other, powerBytes, powerFor, mostActivities, mostNames, mostOpenEntries);
  }

  /** Cells of each device's ring, for so many devices. */
  int cellsFor(int devices) {
    long cells = powerBytes / PowerRing.BYTES_PER_CELL / Math.max(1, roundedUp(devices));
    return (int) Math.max(128, Math.min(8192, cells));
  }

  /** Activities of each device, for so many devices. */
  int activitiesFor(int devices) {
    return Math.max(100, mostActivities / Math.max(1, roundedUp(devices)));
  }

  /** To the next power of two, so that the rings do not shrink with each device that comes. */
  private static int roundedUp(int devices) {
    int highest = Integer.highestOneBit(Math.max(1, devices));
    return highest == devices ? devices : highest << 1;
  }
}
