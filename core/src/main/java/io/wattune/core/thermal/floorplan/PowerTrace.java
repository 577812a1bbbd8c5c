package io.wattune.core.thermal.floorplan;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Power of blocks in intervals of equal length.
 *
 * @param names of the blocks, in the order of the columns
 * @param watts a row for each interval, a column for each name
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record PowerTrace(List<String> names, double[][] watts) {
  /** Keeps a trace below 400 MB. */
  public static final int MOST_VALUES = 50_000_000;

  /** What no block of any chip takes; a slip of the unit does. */
  public static final double MOST_WATTS = 1e5;

  public PowerTrace {
    names = List.copyOf(names);
    if (names.isEmpty() || watts.length == 0) {
      throw new IllegalArgumentException("a power trace needs names and a row of watts");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("a power trace names a block twice");
    }
    for (double[] row : watts) {
      if (row.length != names.size()) {
        throw new IllegalArgumentException(
            "a row has " + row.length + " values for " + names.size() + " names");
      }
      for (double value : row) {
        if (!(value >= 0 && value <= MOST_WATTS)) {
          throw new IllegalArgumentException(
              "power must be between 0 and " + MOST_WATTS + " W, is " + value);
        }
      }
    }
  }

  /** Intervals. */
  public int size() {
    return watts.length;
  }

  /** The mean over all intervals: watts of each name. */
  public double[] mean() {
    double[] sum = new double[names.size()];
    for (double[] row : watts) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += row[i];
      }
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] /= watts.length;
    }
    return sum;
  }

  /**
   * The same trace with the columns in the order of a plan's blocks.
   *
   * @throws IllegalArgumentException a block has no column, or a column no block
   */
  public PowerTrace inOrderOf(FloorPlan plan) {
    var index = plan.index();
    Set<String> unknown = new TreeSet<>(names);
    unknown.removeAll(index.keySet());
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "the power trace has blocks that the floor plan does not have: "
              + String.join(", ", unknown));
    }
    Set<String> missing = new TreeSet<>(index.keySet());
    missing.removeAll(Set.copyOf(names));
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "the power trace has no column for these blocks of the floor plan: "
              + String.join(", ", missing));
    }
    int[] place = new int[names.size()];
    Arrays.setAll(place, i -> index.getOrDefault(names.get(i), 0));
    double[][] ordered = new double[watts.length][];
    for (int row = 0; row < watts.length; row++) {
      ordered[row] = new double[place.length];
      for (int i = 0; i < place.length; i++) {
        ordered[row][place[i]] = watts[row][i];
      }
    }
    return new PowerTrace(plan.blocks().stream().map(Block::name).toList(), ordered);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PowerTrace trace
        && names.equals(trace.names)
        && Arrays.deepEquals(watts, trace.watts);
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + Arrays.deepHashCode(watts);
  }

  @Override
  public String toString() {
    return "PowerTrace[" + names.size() + " blocks, " + watts.length + " intervals]";
  }
}
