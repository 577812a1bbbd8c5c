package io.wattune.evaluation.training;

import io.wattune.core.sensitivity.training.Target;

/**
 * What Paul et al. 2015 state of their own models, on the measurements that they fitted them to.
 *
 * @param correlation between predicted and measured
 * @param error the stated prediction error, a fraction; the paper does not say of which kind
 */
public record PublishedErrors(double correlation, double error) {

  /** Those of the model of a target. */
  public static PublishedErrors of(Target target) {
    return switch (target) {
      case BANDWIDTH -> new PublishedErrors(0.96, 0.0303);
      case COMPUTE -> new PublishedErrors(0.91, 0.0571);
    };
  }
}
