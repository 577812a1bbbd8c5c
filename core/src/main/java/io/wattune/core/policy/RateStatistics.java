package io.wattune.core.policy;

/**
 * Mean and spread of some work rates, added one by one (Welford's recurrence, which does not cancel
 * where the spread is small against the mean).
 *
 * @param count how many
 * @param mean their mean, in work per second
 * @param squares sum of squared distances from the mean
 */
public record RateStatistics(long count, double mean, double squares) {
  /** Of no rates. */
  public static final RateStatistics NONE = new RateStatistics(0, 0, 0);

  public RateStatistics {
    if (count < 0 || !Double.isFinite(mean) || !(squares >= 0)) {
      throw new IllegalArgumentException(
          "count and squares must not be negative and the mean finite, were %s, %s and %s"
              .formatted(count, squares, mean));
    }
  }

  /** These and one more. */
  public RateStatistics plus(double rate) {
    double distance = rate - mean;
    double newMean = mean + distance / (count + 1);
    return new RateStatistics(count + 1, newMean, squares + distance * (rate - newMean));
  }
}
