package io.wattune.core.energymodel;

/** In which terms kernels differ from a model by the same amount, and components add up. */
enum NoiseKind {
  /** Watts add up, and errors are so many watts. */
  ABSOLUTE,
  /** Watts add up, and errors are so many percent. */
  RELATIVE,
  /** Each component multiplies power by a factor, and errors are so many percent. */
  FACTOR;

  /** Power in the terms in which components add up. */
  double inward(double watts) {
    return this == FACTOR ? StrictMath.log(watts) : watts;
  }

  /** Back to watts. */
  double outward(double value) {
    return this == FACTOR ? StrictMath.exp(value) : value;
  }

  /** Variance of the noise of a kernel, over that of one of mean power. */
  double weight(double watts, double meanWatts) {
    double share = watts / meanWatts;
    return this == RELATIVE ? share * share : 1;
  }

  /** Watts that one unit of {@link #inward} is at some watts. */
  double slope(double watts) {
    return this == FACTOR ? watts : 1;
  }
}
