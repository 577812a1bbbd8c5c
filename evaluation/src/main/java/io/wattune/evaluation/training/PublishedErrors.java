package io.wattune.evaluation.training;

import io.wattune.core.sensitivity.training.Target;

/**
 * What Paul et al. 2015 state of their own models, on the measurements that they fitted them to.
 */
public enum PublishedErrors {
  BANDWIDTH(0.96, 0.0303),
  COMPUTE(0.91, 0.0571);

  private final double correlation;
  private final double error;

  PublishedErrors(double correlation, double error) {
    this.correlation = correlation;
    this.error = error;
  }

  /** Those of the model of a target. */
  public static PublishedErrors of(Target target) {
    return valueOf(target.name());
  }

  /** Between predicted and measured. */
  public double correlation() {
    return correlation;
  }

  /** The stated prediction error, a fraction; the paper does not say of which kind. */
  public double error() {
    return error;
  }
}
