package io.wattune.core.ledger;

import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import java.io.Serializable;

/**
 * How a ledger is kept.
 *
 * @param horizonNanos how much of a device's own event time a datum may come late; entries become
 *     final that long after their end
 * @param profiles the sensor profiles that devices start with or are given
 * @param smooths whether smoothed power is put out beside true power
 * @param detects the devices of which loads are detected
 */
public record LedgerSettings(
    long horizonNanos, ProfileChoice profiles, boolean smooths, DetectedDevices detects)
    implements Serializable {

  /** Ten minutes, and sensors learned from their own readings. */
  public static final LedgerSettings DEFAULT =
      new LedgerSettings(600_000_000_000L, ProfileChoice.AUTO);

  /** Longest horizon, a year: with it no sum of times overflows. */
  public static final long LONGEST_HORIZON_NANOS = 365L * 86_400_000_000_000L;

  /** No sensor is known to be later than 0.4 s beyond its response (Yang et al. 2024). */
  public static final long LONGEST_DELAY_NANOS = 1_000_000_000L;

  public LedgerSettings {
    if (horizonNanos < 1_000_000_000L) {
      throw new IllegalArgumentException(
          "the horizon must be at least 1 s, was " + horizonNanos + " ns");
    }
    if (horizonNanos > LONGEST_HORIZON_NANOS) {
      throw new IllegalArgumentException(
          "the horizon must be at most a year, was " + horizonNanos + " ns");
    }
    for (SensorProfile profile : profiles.profiles()) {
      long delay = Math.abs(profile.delayNanos());
      if (delay > Math.min(LONGEST_DELAY_NANOS, horizonNanos / 2)) {
        throw new IllegalArgumentException(
            ("the delay of a sensor must be at most 1 s and half the horizon of %s ns, "
                    + "was %s ns in profile %s: what takes longer is a response")
                .formatted(horizonNanos, profile.delayNanos(), profile.profileId()));
      }
    }
  }

  /** Without smoothed power and detected loads. */
  public LedgerSettings(long horizonNanos, ProfileChoice profiles) {
    this(horizonNanos, profiles, false, DetectedDevices.NONE);
  }

  /** The same, with other profiles. */
  public LedgerSettings knowing(ProfileChoice others) {
    return new LedgerSettings(horizonNanos, others, smooths, detects);
  }

  /** The same, with smoothed power or without. */
  public LedgerSettings smoothing(boolean isWanted) {
    return new LedgerSettings(horizonNanos, profiles, isWanted, detects);
  }

  /** The same, which detects loads of some devices. */
  public LedgerSettings detecting(DetectedDevices devices) {
    return new LedgerSettings(horizonNanos, profiles, smooths, devices);
  }
}
