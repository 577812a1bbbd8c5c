package io.wattune.collectors.node;

/**
 * How devices are read.
 *
 * @param blockMaxAgeMillis a block is sent when its first poll is this old
 * @param blockMaxPolls a block is sent when it has this many polls
 * @param spoolMegabytes what may wait on disk while the broker is away, in 10^6 bytes
 * @param hangMillis a device that does not answer for this long is said to hang
 */
public record ReadingConfig(
    int blockMaxAgeMillis, int blockMaxPolls, int spoolMegabytes, int hangMillis) {

  /** What holds where the file says nothing. */
  public static final ReadingConfig DEFAULT =
      new ReadingConfig(
          (int) NodeKey.BLOCK_MAX_AGE.initialNumber(),
          (int) NodeKey.BLOCK_MAX_POLLS.initialNumber(),
          (int) NodeKey.SPOOL.initialNumber(),
          (int) NodeKey.HANG.initialNumber());
}
