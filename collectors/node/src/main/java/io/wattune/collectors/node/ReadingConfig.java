package io.wattune.collectors.node;

import org.jspecify.annotations.Nullable;

/**
 * How devices are read.
 *
 * @param blockMaxAgeMillis a block is sent when its first poll is this old
 * @param blockMaxPolls a block is sent when it has this many polls
 * @param lingerMillis how long records wait for others on their way to the broker
 * @param spoolMegabytes what may wait on disk while the broker is away, in 10^6 bytes
 * @param hangMillis a device that does not answer for this long is said to hang
 * @param counters where the devices' counters come from; null for the devices themselves
 */
public record ReadingConfig(
    int blockMaxAgeMillis,
    int blockMaxPolls,
    int lingerMillis,
    int spoolMegabytes,
    int hangMillis,
    @Nullable CountersConfig counters) {

  /** Where the file says nothing, and nothing may be set: no control waits. */
  static final int AGE_WITHOUT_CONTROL = 1_000;

  /** What holds where the file says nothing. */
  static ReadingConfig initial(boolean isTuned) {
    return new ReadingConfig(
        initialAge(isTuned),
        (int) NodeKey.BLOCK_MAX_POLLS.rule().initialNumber(),
        (int) NodeKey.LINGER.rule().initialNumber(),
        (int) NodeKey.SPOOL.rule().initialNumber(),
        (int) NodeKey.HANG.rule().initialNumber(),
        null);
  }

  static int initialAge(boolean isTuned) {
    return isTuned ? (int) NodeKey.BLOCK_MAX_AGE.rule().initialNumber() : AGE_WITHOUT_CONTROL;
  }
}
