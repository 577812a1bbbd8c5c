package io.wattune.core.component;

/**
 * Splits a measured power among idle power and components. The model says what each takes, {@code
 * c}, with the covariance {@code M} of its coefficients and of what kernels differ by, each
 * component by itself and all alike; what the measurement {@code y} differs from their sum is
 * shared out by it: {@code c + M 1 (y - 1'c) / 1'M 1}, so that they add up (the best linear
 * estimate under that condition). The error of {@code y}, which most of all is one of gain, goes
 * with it in the same shares; that of the sensor in the model adds to each. Test: {@code
 * ComponentEstimatorTest}.
 */
final class ComponentSplit {
  /** Energies of instructions differ so with their operands and their mix. */
  private static final double UNSEEN = 0.2;

  /** Idle power first, then of each component, 0 for one that another stands for. */
  final double[] watts;

  /** Variances of them. */
  final double[] variances;

  /** What the model says of the total, and its variance. */
  final double modelWatts;

  final double modelVariance;

  private final double[][] covariances;

  /**
   * By the model alone.
   *
   * @param rates of the components
   */
  ComponentSplit(ModelState model, double[] rates) {
    int p = rates.length + 1;
    watts = new double[p];
    variances = new double[p];
    covariances = new double[p][p];
    for (int i = 0; i < p; i++) {
      int at = place(model, i);
      watts[at] += model.joules[i] * rate(rates, i);
      for (int j = 0; j < p; j++) {
        covariances[at][place(model, j)] +=
            model.covariances[i * p + j] * rate(rates, i) * rate(rates, j);
      }
    }
    double sum = 0;
    double variance = 0;
    for (int i = 0; i < p; i++) {
      double missed = missedWatts(model, watts[i]);
      covariances[i][i] += missed * missed;
      sum += watts[i];
    }
    // What a clock's voltage makes of energies it makes of all alike.
    for (int i = 1; i < p; i++) {
      for (int j = 1; j < p; j++) {
        covariances[i][j] += model.missedShare * model.missedShare * watts[i] * watts[j];
      }
    }
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        variance += covariances[i][j];
      }
      variances[i] = covariances[i][i] + gainVariance(model, i);
    }
    modelWatts = sum;
    double gain = model.gainShare * sum;
    modelVariance = Math.max(0, variance) + gain * gain;
  }

  /**
   * What the energy of a kernel's own events makes of a component. In all components alike it is
   * seen as what the model misses; in one that is smaller than that it cannot be seen, and may be
   * {@value #UNSEEN}.
   */
  static double missedWatts(ModelState model, double partWatts) {
    double unseen = Math.min(UNSEEN * partWatts, model.missedWatts);
    return Math.max(model.missedShare * partWatts, unseen);
  }

  private double gainVariance(ModelState model, int i) {
    double gain = model.gainShare * watts[i];
    return gain * gain;
  }

  private static int place(ModelState model, int i) {
    return i == 0 ? 0 : model.groups[i - 1] + 1;
  }

  private static double rate(double[] rates, int i) {
    return i == 0 ? 1 : rates[i - 1];
  }

  /** Makes them add up to what was measured. */
  void addUpTo(ModelState model, double measuredWatts, double errorWatts) {
    int p = watts.length;
    double[] along = new double[p];
    double all = 0;
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        along[i] += covariances[i][j];
      }
      all += along[i];
    }
    if (!(all > 0)) {
      return;
    }
    double left = measuredWatts - modelWatts;
    double positive = 0;
    for (int i = 0; i < p; i++) {
      double share = along[i] / all;
      double gain = gainVariance(model, i);
      watts[i] = Math.max(0, watts[i] + share * left);
      variances[i] =
          Math.max(0, covariances[i][i] - along[i] * along[i] / all)
              + share * share * errorWatts * errorWatts
              + gain;
      positive += watts[i];
    }
    // No component gives power: what others were cut by is theirs.
    for (int i = 0; i < p && positive > 0; i++) {
      watts[i] *= measuredWatts / positive;
    }
  }
}
