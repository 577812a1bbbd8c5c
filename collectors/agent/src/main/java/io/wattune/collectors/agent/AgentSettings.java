package io.wattune.collectors.agent;

import io.wattune.core.reading.BlockPacker;
import io.wattune.core.sensor.ProfileChoice;

/**
 * How an agent reads.
 *
 * @param maxPolls polls at which a block closes
 * @param maxAgeNanos age at which a block closes
 * @param hangNanos a device that does not answer for so long hangs
 * @param profiles what is known of the sensors before they are read
 */
public record AgentSettings(
    int maxPolls, long maxAgeNanos, long hangNanos, ProfileChoice profiles) {

  /** 256 polls or 100 ms; 1 s. */
  public static final AgentSettings DEFAULT =
      new AgentSettings(
          BlockPacker.DEFAULT_MAX_POLLS, BlockPacker.DEFAULT_MAX_AGE_NANOS, 1_000_000_000L);

  /** Nothing is known of the sensors. */
  public AgentSettings(int maxPolls, long maxAgeNanos, long hangNanos) {
    this(maxPolls, maxAgeNanos, hangNanos, ProfileChoice.AUTO);
  }

  public AgentSettings {
    if (hangNanos < 1) {
      throw new IllegalArgumentException("hangNanos must be above 0, was " + hangNanos);
    }
  }
}
