package io.wattune.collectors.spool;

import java.time.Duration;

/**
 * Bounds of a publisher.
 *
 * @param queueBytes memory for records that wait
 * @param unconfirmedBytes memory for records that were sent and are not confirmed
 * @param unconfirmedRecords how many they may be
 * @param spoolBytes disk for records while the broker is away
 * @param stall after so long without any confirmation, while some are due, the broker counts as
 *     away
 * @param firstPause pause after the first attempt to reach the broker that failed; doubled each
 *     time
 * @param longestPause longest pause between two attempts
 */
public record PublisherSettings(
    long queueBytes,
    long unconfirmedBytes,
    int unconfirmedRecords,
    long spoolBytes,
    Duration stall,
    Duration firstPause,
    Duration longestPause) {

  private static final long MEBI = 1L << 20;

  /** 16 MiB waiting, 8 MiB or 8192 records unconfirmed, 256 MiB of disk, 3 s of stall. */
  public static final PublisherSettings DEFAULT =
      new PublisherSettings(
          16 * MEBI,
          8 * MEBI,
          8192,
          256 * MEBI,
          Duration.ofSeconds(3),
          Duration.ofMillis(200),
          Duration.ofSeconds(5));

  public PublisherSettings {
    positive("queueBytes", queueBytes);
    positive("unconfirmedBytes", unconfirmedBytes);
    positive("unconfirmedRecords", unconfirmedRecords);
    positive("spoolBytes", spoolBytes);
    positive("stall", stall.toNanos());
    positive("firstPause", firstPause.toNanos());
    positive("longestPause", longestPause.toNanos());
  }

  /** The same with another bound of the disk. */
  public PublisherSettings withSpoolBytes(long bytes) {
    return new PublisherSettings(
        queueBytes, unconfirmedBytes, unconfirmedRecords, bytes, stall, firstPause, longestPause);
  }

  private static void positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be above 0, was " + value);
    }
  }
}
