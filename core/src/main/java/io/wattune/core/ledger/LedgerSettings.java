package io.wattune.core.ledger;

import io.wattune.core.sensor.ProfileChoice;
import java.io.Serializable;

/**
 * How a ledger is kept.
 *
 * @param horizonNanos how much of a device's own event time a datum may come late; entries become
 *     final that long after their end
 * @param profiles the sensor profiles that devices start with
 */
public record LedgerSettings(long horizonNanos, ProfileChoice profiles) implements Serializable {

  /** Ten minutes, and sensors learned from their own readings. */
  public static final LedgerSettings DEFAULT =
      new LedgerSettings(600_000_000_000L, ProfileChoice.AUTO);

  public LedgerSettings {
    if (horizonNanos < 1_000_000_000L) {
      throw new IllegalArgumentException(
          "the horizon must be at least 1 s, was " + horizonNanos + " ns");
    }
  }
}
