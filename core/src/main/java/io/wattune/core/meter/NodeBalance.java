package io.wattune.core.meter;

/**
 * The second book of a node: its own meter beside the sum of its devices, over the same time.
 *
 * <p>A node takes what its devices take, and more: fans, losses, what nobody reads. So a meter that
 * shows more than the sum says nothing against either. A sum above the meter cannot be: the two
 * disagree where {@code sum - meter > 3 sqrt(sum's error^2 + meter's error^2)}. Units: joules.
 * Pure. Test: {@code NodeBalanceTest}.
 *
 * @param sumJoules energy of the devices
 * @param sumErrorJoules its standard error; those of the devices are to be added, not their
 *     squares, since devices of one model may have one error of gain
 * @param meterJoules energy by the meter
 * @param meterErrorJoules its standard error
 */
public record NodeBalance(
    double sumJoules, double sumErrorJoules, double meterJoules, double meterErrorJoules) {
  /** By chance, where both are right, about one look in 700. */
  private static final double DEVIATIONS = 3;

  public NodeBalance {
    if (!Double.isFinite(sumJoules) || !Double.isFinite(meterJoules)) {
      throw new IllegalArgumentException(
          "energies must be finite, were " + sumJoules + " and " + meterJoules);
    }
    if (!(sumErrorJoules >= 0) || !(meterErrorJoules >= 0)) {
      throw new IllegalArgumentException(
          "errors must not be negative, were " + sumErrorJoules + " and " + meterErrorJoules);
    }
  }

  /** Whether the devices together take more than their node, farther than both errors allow. */
  public boolean disagrees() {
    double error = Math.sqrt(sumErrorJoules * sumErrorJoules + meterErrorJoules * meterErrorJoules);
    return sumJoules - meterJoules > DEVIATIONS * error;
  }
}
