package io.wattune.replay.publish;

import io.wattune.core.reading.BlockPacker;

/**
 * How traces are cut into blocks.
 *
 * @param maxPolls polls at which a block closes
 * @param maxAgeNanos event time after which a block closes
 */
public record PublishOptions(int maxPolls, long maxAgeNanos) {

  /** 256 polls or 100 ms. */
  public static final PublishOptions DEFAULT =
      new PublishOptions(BlockPacker.DEFAULT_MAX_POLLS, BlockPacker.DEFAULT_MAX_AGE_NANOS);
}
