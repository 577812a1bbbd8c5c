package io.wattune.collectors.node;

import org.jspecify.annotations.Nullable;

/**
 * How devices are read.
 *
 * @param blockMaxAgeMillis a block is sent when its first poll is this old
 * @param blockMaxPolls a block is sent when it has this many polls
 * @param spoolMegabytes what may wait on disk while the broker is away, in 10^6 bytes
 * @param hangMillis a device that does not answer for this long is said to hang
 * @param counters where the devices' counters come from; null for the devices themselves
 */
public record ReadingConfig(
    int blockMaxAgeMillis,
    int blockMaxPolls,
    int spoolMegabytes,
    int hangMillis,
    @Nullable CountersConfig counters) {

  /** Devices that count themselves, if they do. */
  public ReadingConfig(
      int blockMaxAgeMillis, int blockMaxPolls, int spoolMegabytes, int hangMillis) {
    this(blockMaxAgeMillis, blockMaxPolls, spoolMegabytes, hangMillis, null);
  }

  /** What holds where the file says nothing. */
  public static final ReadingConfig DEFAULT =
      new ReadingConfig(
          (int) NodeKey.BLOCK_MAX_AGE.initialNumber(),
          (int) NodeKey.BLOCK_MAX_POLLS.initialNumber(),
          (int) NodeKey.SPOOL.initialNumber(),
          (int) NodeKey.HANG.initialNumber());
}
