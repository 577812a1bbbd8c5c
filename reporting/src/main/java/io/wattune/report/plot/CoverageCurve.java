package io.wattune.report.plot;

import java.util.Arrays;

/**
 * Sizes of errors over stated errors of one kind.
 *
 * @param name for people
 * @param sizes without their sign, ascending; not empty
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record CoverageCurve(String name, double[] sizes) {

  public CoverageCurve {
    if (sizes.length == 0) {
      throw new IllegalArgumentException("sizes of " + name + " must not be empty");
    }
  }

  /** A curve of errors in any order and of any sign. */
  public static CoverageCurve of(String name, double[] errors) {
    return new CoverageCurve(name, Arrays.stream(errors).map(Math::abs).sorted().toArray());
  }

  /** The share that lies within so many stated errors. */
  public double within(double errors) {
    int at = Arrays.binarySearch(sizes, errors);
    int n = at >= 0 ? at + 1 : -at - 1;
    while (n < sizes.length && sizes[n] <= errors) {
      n++;
    }
    return (double) n / sizes.length;
  }
}
