package io.wattune.core.policy;

/**
 * How {@link BaselinePolicy} limits power.
 *
 * @param limitWatts power of the board that is not to be exceeded; infinite for none
 * @param retryAfterNanos a higher clock is tried again after so long within the limit
 */
public record BaselineSettings(double limitWatts, long retryAfterNanos) {
  /** No limit but the device's own one, {@code power.limit}, where it has one; again after 10 s. */
  public static final BaselineSettings DEFAULT =
      new BaselineSettings(Double.POSITIVE_INFINITY, 10_000_000_000L);

  public BaselineSettings {
    if (!(limitWatts > 0)) {
      throw new IllegalArgumentException("limitWatts must be above 0, was " + limitWatts);
    }
    if (retryAfterNanos <= 0) {
      throw new IllegalArgumentException("retryAfterNanos must be above 0, was " + retryAfterNanos);
    }
  }

  /** The same with this limit. */
  public BaselineSettings withLimit(double watts) {
    return new BaselineSettings(watts, retryAfterNanos);
  }
}
