package io.wattune.core.ledger.attribution;

import java.util.Arrays;

/**
 * Splits a whole number by weights into whole numbers that sum to it: the largest remainder method
 * (Hamilton). Each part is less than 1 away from its exact quota. Ties go to the lower index. Test:
 * {@code ApportionmentPropertyTest}.
 */
final class Apportionment {
  private static final int INDEX_BITS = 20;
  private static final double FRACTION_STEPS = 0x1p42;

  private Apportionment() {}

  /**
   * Splits an amount, which may be negative.
   *
   * @param weights at least 0, not all 0
   * @param parts receives the parts
   * @param count how many there are, at least 1
   */
  static void split(long amount, double[] weights, long[] parts, int count) {
    if (count == 1) {
      parts[0] = amount;
      return;
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += weights[i];
    }
    long given = 0;
    long[] byRemainder = new long[count];
    for (int i = 0; i < count; i++) {
      double quota = amount * (weights[i] / sum);
      double whole = Math.floor(quota);
      parts[i] = (long) whole;
      given += parts[i];
      long fraction = (long) ((quota - whole) * FRACTION_STEPS);
      byRemainder[i] = fraction << INDEX_BITS | (count - 1 - i);
    }
    Arrays.sort(byRemainder);
    long rest = amount - given; // 0 to count - 1, but for what doubles lose of large amounts
    for (int turn = 0; rest != 0; turn++) {
      int largest = (int) byRemainder[count - 1 - turn % count] & ((1 << INDEX_BITS) - 1);
      parts[count - 1 - largest] += Long.signum(rest);
      rest -= Long.signum(rest);
    }
  }
}
