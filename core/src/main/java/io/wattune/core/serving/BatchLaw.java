package io.wattune.core.serving;

import java.util.List;

/**
 * What a batch takes by its size: {@code alone + (b - 1) further}. The first request is as it was
 * measured alone, so that one request at a time is the same law. The rest is least squares of
 * relative residuals: kernels are launched, and weights are read, once for a batch, and each
 * request is computed. Where a batch fills units step by step it is not straight, and the error
 * says so. Test: {@code MeasuredProfileTest}.
 *
 * @param further that each further request takes; within 0 and what one alone takes
 * @param error part by which a value that was measured is above the law at most: what takes less is
 *     on the safe side
 */
record BatchLaw(double further, double error) {
  /**
   * Of values.
   *
   * @param sizes ascending from 1
   */
  static BatchLaw of(List<Integer> sizes, double[] values) {
    if (sizes.isEmpty() || sizes.get(0) != 1) {
      throw new IllegalArgumentException("a request alone must be among the batches");
    }
    double alone = values[0];
    double products = 0;
    double squares = 0;
    for (int i = 1; i < values.length; i++) {
      double x = (sizes.get(i) - 1) / values[i];
      products += x * (values[i] - alone) / values[i];
      squares += x * x;
    }
    double further = squares > 0 ? Math.max(0, Math.min(alone, products / squares)) : alone;
    double largest = 0;
    for (int i = 1; i < values.length; i++) {
      double law = alone + (sizes.get(i) - 1) * further;
      largest = Math.max(largest, values[i] / law - 1);
    }
    return new BatchLaw(further, largest);
  }
}
