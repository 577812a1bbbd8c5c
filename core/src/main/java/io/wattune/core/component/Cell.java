package io.wattune.core.component;

/** Measurements with nearly the same rates. Mutable, plain fields. */
public final class Cell {
  /** So many measurements are remembered; older ones fade. */
  private static final int MEMORY = 100;

  /** Mean rates. */
  public double[] rates = new double[0];

  /** Mean power. */
  public double watts;

  /** Variance of power within the cell. */
  public double variance;

  /** How many measurements, those that have faded included. */
  public int observations;

  /** End of the newest. */
  public long newestNanos;

  /** By how much its power may be another by now; 0 where it is not known to be. */
  public double staleVariance;

  /** Whether the newest fit had it. */
  public boolean isFitted;

  void add(double[] newRates, double newWatts, long endNanos) {
    if (staleVariance > 0) {
      observations = 0;
      staleVariance = 0;
    }
    observations++;
    newestNanos = endNanos;
    double weight = 1.0 / Math.min(observations, MEMORY);
    double off = newWatts - watts;
    watts += weight * off;
    // What varied before a drift goes on to vary.
    if (observations > 1) {
      variance = (1 - weight) * (variance + weight * off * off);
    }
    for (int i = 0; i < rates.length; i++) {
      rates[i] += weight * (newRates[i] - rates[i]);
    }
  }
}
