package io.wattune.core.component;

/**
 * Puts components together whose sum is known and whose parts are not: their estimates go against
 * each other, the error of the sum is below half of the larger one's, and the larger one is above
 * {@value #LARGE} of the device's power. Looked at with the mean rates of the cells. Test: {@code
 * ComponentEstimatorTest}.
 */
final class MergedComponents {
  private static final double LARGE = 0.1;
  private static final double OF_THE_PART = 0.5;

  private MergedComponents() {}

  static void merge(ModelState model, int cells) {
    int n = model.groups.length;
    int p = n + 1;
    double[] rates = new double[p];
    rates[0] = 1;
    double total = model.joules[0];
    for (int i = 0; i < n; i++) {
      for (Cell each : model.cells) {
        rates[i + 1] += each.rates[i] / cells;
      }
      total += model.joules[i + 1] * rates[i + 1];
    }
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          if (model.groups[i] == i && model.groups[j] == j) {
            isMore |= mergeWhereUnknown(model, rates, total, i, j);
          }
        }
      }
    }
  }

  private static boolean mergeWhereUnknown(
      ModelState model, double[] rates, double total, int i, int j) {
    double first = covariance(model, rates, i, i);
    double second = covariance(model, rates, j, j);
    double sum = first + second + 2 * covariance(model, rates, i, j);
    double larger = Math.sqrt(Math.max(first, second));
    boolean isUnknown =
        larger > LARGE * total && Math.sqrt(Math.max(0, sum)) < OF_THE_PART * larger;
    if (isUnknown) {
      for (int k = 0; k < model.groups.length; k++) {
        model.groups[k] = model.groups[k] == j ? i : model.groups[k];
      }
    }
    return isUnknown;
  }

  /** Covariance of the power of two groups. */
  private static double covariance(ModelState model, double[] rates, int a, int b) {
    int p = rates.length;
    double sum = 0;
    for (int i = 0; i < model.groups.length; i++) {
      for (int j = 0; j < model.groups.length; j++) {
        if (model.groups[i] == a && model.groups[j] == b) {
          sum += model.covariances[(i + 1) * p + j + 1] * rates[i + 1] * rates[j + 1];
        }
      }
    }
    return sum;
  }
}
