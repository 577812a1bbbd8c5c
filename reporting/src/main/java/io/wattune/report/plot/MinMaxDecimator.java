package io.wattune.report.plot;

import java.util.Arrays;

/**
 * Thins a line out for drawing. The points are cut into buckets of equal count, and of each bucket
 * the smallest and the largest value stay, so that no peak is lost; the first and the last point
 * stay too. Of the missing values (NaN) of a bucket one stays, so that the line still breaks.
 */
final class MinMaxDecimator {
  private MinMaxDecimator() {}

  /**
   * The indices of the points that stay, in order. All of them if there are no more than {@code
   * maxPoints}, which must be at least 8.
   */
  static int[] keep(double[] values, int maxPoints) {
    if (maxPoints < 8) {
      throw new IllegalArgumentException("maxPoints must be at least 8, was " + maxPoints);
    }
    int n = values.length;
    int[] kept = new int[Math.min(n, maxPoints)];
    if (n <= maxPoints) {
      Arrays.setAll(kept, i -> i);
      return kept;
    }
    int perBucket = hasNan(values) ? 3 : 2;
    int buckets = (maxPoints - 2) / perBucket;
    int size = 0;
    kept[size++] = 0;
    for (int b = 0; b < buckets; b++) {
      // All points but the first and the last.
      int from = 1 + (int) ((long) b * (n - 2) / buckets);
      int to = 1 + (int) ((b + 1L) * (n - 2) / buckets);
      size = keepBucket(values, from, to, kept, size);
    }
    kept[size++] = n - 1;
    return Arrays.copyOf(kept, size);
  }

  private static int keepBucket(double[] values, int from, int to, int[] kept, int size) {
    int lowest = -1;
    int highest = -1;
    int missing = -1;
    for (int i = from; i < to; i++) {
      if (Double.isNaN(values[i])) {
        missing = i;
        continue;
      }
      if (lowest < 0 || values[i] < values[lowest]) {
        lowest = i;
      }
      if (highest < 0 || values[i] > values[highest]) {
        highest = i;
      }
    }
    int[] chosen = {lowest, highest, missing};
    Arrays.sort(chosen);
    int last = -1;
    int end = size;
    for (int index : chosen) {
      if (index >= 0 && index != last) {
        kept[end++] = index;
        last = index;
      }
    }
    return end;
  }

  private static boolean hasNan(double[] values) {
    return Arrays.stream(values).anyMatch(Double::isNaN);
  }
}
