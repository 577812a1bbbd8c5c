package io.wattune.core.thermal.image;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Basins that take the same power in every workload are one block. The two neighbours that differ
 * least are joined, again and again, while they differ by less than what counts. Test: {@code
 * BlockFinderTest}.
 */
final class Regions {
  private final int[] labels;
  private final List<ThermalImage> maps;
  private final Map<Integer, double[]> sums = new TreeMap<>();
  private final Map<Integer, Integer> counts = new HashMap<>();
  private final Map<Integer, TreeMap<Integer, Integer>> borders = new TreeMap<>();

  Regions(int[] basins, List<ThermalImage> maps) {
    labels = basins.clone();
    this.maps = maps;
    int columns = maps.get(0).columns();
    for (int p = 0; p < labels.length; p++) {
      double[] sum = sums.computeIfAbsent(labels[p], k -> new double[maps.size()]);
      for (int m = 0; m < sum.length; m++) {
        sum[m] += maps.get(m).values()[p];
      }
      counts.merge(labels[p], 1, Integer::sum);
      borders.computeIfAbsent(labels[p], k -> new TreeMap<>());
      if (p % columns > 0) {
        touch(labels[p], labels[p - 1], 1);
      }
      if (p >= columns) {
        touch(labels[p], labels[p - columns], 1);
      }
    }
  }

  private void touch(int one, int other, int length) {
    if (one != other) {
      borders.computeIfAbsent(one, k -> new TreeMap<>()).merge(other, length, Integer::sum);
      borders.computeIfAbsent(other, k -> new TreeMap<>()).merge(one, length, Integer::sum);
    }
  }

  /** Root mean square over the workloads of how far two regions' power is apart, W/m^2. */
  private double apart(int one, int other) {
    double[] a = sums.getOrDefault(one, new double[0]);
    double[] b = sums.getOrDefault(other, new double[0]);
    double na = counts.getOrDefault(one, 1);
    double nb = counts.getOrDefault(other, 1);
    double sum = 0;
    for (int m = 0; m < a.length; m++) {
      double difference = a[m] / na - b[m] / nb;
      sum += difference * difference;
    }
    return Math.sqrt(sum / a.length);
  }

  /**
   * Joins neighbours.
   *
   * @param sameBelow W/m^2 by which a block may differ within itself
   * @param fewest pixels of a block: what is smaller goes to the neighbour that it differs least
   *     from
   */
  void join(double sameBelow, int fewest) {
    while (sums.size() > 1) {
      int one = -1;
      int other = -1;
      double least = sameBelow;
      for (var entry : borders.entrySet()) {
        boolean small = counts.getOrDefault(entry.getKey(), 0) < fewest;
        for (int neighbour : entry.getValue().keySet()) {
          double apart = apart(entry.getKey(), neighbour);
          // Small ones first: they must go anyway.
          double rank = small ? apart * 1e-9 : apart;
          if (rank < least) {
            least = rank;
            one = entry.getKey();
            other = neighbour;
          }
        }
      }
      if (one < 0) {
        return;
      }
      merge(Math.min(one, other), Math.max(one, other));
    }
  }

  private void merge(int into, int from) {
    double[] sum = sums.getOrDefault(into, new double[maps.size()]);
    double[] more = sums.getOrDefault(from, new double[maps.size()]);
    for (int m = 0; m < sum.length; m++) {
      sum[m] += more[m];
    }
    counts.merge(into, counts.getOrDefault(from, 0), Integer::sum);
    TreeMap<Integer, Integer> old = borders.getOrDefault(from, new TreeMap<>());
    old.forEach(
        (neighbour, length) -> {
          borders.getOrDefault(neighbour, new TreeMap<>()).remove(from);
          touch(into, neighbour, length);
        });
    borders.remove(from);
    sums.remove(from);
    counts.remove(from);
    for (int p = 0; p < labels.length; p++) {
      if (labels[p] == from) {
        labels[p] = into;
      }
    }
  }

  /** Numbers from 0 without gaps, in the order of the first pixel. */
  int[] labels() {
    var numbers = new HashMap<Integer, Integer>();
    int[] out = new int[labels.length];
    Arrays.setAll(out, p -> numbers.computeIfAbsent(labels[p], k -> numbers.size()));
    return out;
  }

  /**
   * The labels with -1 in regions thinner than this: strips along a border, where power goes over
   * from one block to the next. Where all are thin, none is taken out.
   */
  int[] withoutThin(double pixels) {
    List<Integer> thin = new ArrayList<>();
    for (var entry : borders.entrySet()) {
      double border = entry.getValue().values().stream().mapToInt(l -> l).sum();
      if (2.0 * counts.getOrDefault(entry.getKey(), 0) < pixels * border) {
        thin.add(entry.getKey());
      }
    }
    int[] out = labels.clone();
    if (thin.size() < borders.size()) {
      Arrays.setAll(out, p -> thin.contains(labels[p]) ? -1 : labels[p]);
    }
    return out;
  }
}
