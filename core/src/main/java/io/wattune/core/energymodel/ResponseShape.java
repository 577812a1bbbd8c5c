package io.wattune.core.energymodel;

import java.util.ArrayList;
import java.util.List;

/**
 * What is believed beforehand of a component's power as a function of its rate: a covariance of the
 * powers at two rates. All components have the same shape, each in units of its own spread; their
 * powers are added.
 *
 * <p>Linear: {@code k(s, t) = s t}, so many joules an access. Saturating: {@code k(s, t) = min(s,
 * t) / (1 + max(s, t) / h)} of {@code s = r^g}: a random walk that begins at 0, so that a component
 * that is not used takes nothing, and that is drawn back to its start at rates much above {@code h}
 * spreads, so that a rate beyond all that were measured adds little. It is the covariance of a
 * Gauss-Markov process, {@code u(min) v(max)} with {@code u / v} rising, and so positive definite.
 * Test: {@code ResponseShapeTest}.
 *
 * @param isLinear a line through 0
 * @param roots how often the square root of the rate is taken: 0, 1 or 2 for {@code g} of 1, 1/2,
 *     1/4
 * @param half {@code h}; not used by a line
 */
record ResponseShape(boolean isLinear, int roots, double half) {

  /** Every shape that is tried. Each fit weighs them anew, by its kernels. */
  static final List<ResponseShape> ALL = all();

  private static List<ResponseShape> all() {
    List<ResponseShape> shapes = new ArrayList<>();
    shapes.add(new ResponseShape(true, 0, 1));
    for (int roots = 0; roots <= 2; roots++) {
      for (double half : new double[] {0.7, 1.4, 2.8}) {
        shapes.add(new ResponseShape(false, roots, half));
      }
    }
    return List.copyOf(shapes);
  }

  /** A rate as the shape takes it, before it is divided by its spread. */
  double warped(double rate) {
    double value = rate;
    for (int i = 0; i < roots; i++) {
      value = Math.sqrt(value);
    }
    return value;
  }

  /** Covariance of the sums of all components' powers at two sets of rates, warped and scaled. */
  double covariance(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      if (isLinear) {
        sum += one[i] * other[i];
      } else {
        sum += Math.min(one[i], other[i]) / (1 + Math.max(one[i], other[i]) / half);
      }
    }
    return sum;
  }
}
