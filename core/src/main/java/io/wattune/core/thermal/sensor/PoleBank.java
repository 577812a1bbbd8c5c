package io.wattune.core.thermal.sensor;

import java.util.Arrays;

/**
 * Power seen through first-order lags of fixed time constants: {@code x_k' = (P - x_k) / tau_k}, in
 * watts, exact for power that is constant between two times. What a network of thermal resistances
 * and capacities shows to power in one place is a sum of such lags (Foster's form), and one whose
 * time constant lies between two of these is a sum of its neighbours to within some per cent.
 */
final class PoleBank {
  /** Seconds; a factor of four apart, from the silicon to the cooler's air. */
  private static final double[] SECONDS = {1, 4, 16, 64, 256};

  /** Number of lags. */
  static final int SIZE = SECONDS.length;

  private final double[] watts = new double[SIZE];

  /** What is left of a lag's state after so long. */
  static double left(int pole, double seconds) {
    return StrictMath.exp(-seconds / SECONDS[pole]);
  }

  /** As if the device had taken this power for ever. */
  void settle(double settledWatts) {
    Arrays.fill(watts, settledWatts);
  }

  /** Goes on for a time at a power. */
  void advance(double power, double seconds) {
    for (int k = 0; k < SIZE; k++) {
      watts[k] = at(k, power, seconds);
    }
  }

  /** The state of a lag after a further time at a power. */
  double at(int pole, double power, double seconds) {
    double left = left(pole, seconds);
    return watts[pole] * left + power * (1 - left);
  }

  /** The state of a lag. */
  double watts(int pole) {
    return watts[pole];
  }
}
