package io.wattune.core.rightsize;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Units for each kernel by how much the kernel slows its model down (Chow 2023, section 3.6.2,
 * algorithm 2). Every kernel begins with one unit; the one that slows the model down most gets one
 * more, until the model is as fast as is asked:
 *
 * <pre>slowdown of k at c units = 1 + (t_k(c) - t_k(all)) / sum of t(all)</pre>
 *
 * <p>As printed it does not run. Its loop goes on while the time is <i>below</i> the threshold, so
 * that it never begins, and puts a kernel back only where it has <i>more</i> than all units, so
 * that each would get one unit at most. Both are turned round here. It is no optimum: {@link
 * ExactAllocation} is. Test: {@code GreedyAllocationTest}.
 */
public final class GreedyAllocation {
  private GreedyAllocation() {}

  /** A kernel in the heap, with what it costs the model at its units. */
  private record Entry(int kernel, double slowdown) {}

  /**
   * Units of each kernel.
   *
   * @param threshold seconds that the model may take; if it cannot, its kernels get all that they
   *     can use
   */
  public static int[] of(KernelTimes times, double threshold) {
    int[] counts = new int[times.kernels()];
    Arrays.fill(counts, 1);
    double all = times.sumOnAll();
    // Of equal ones the first kernel, so that the answer is the same each time.
    var heap =
        new PriorityQueue<Entry>(
            Comparator.comparingDouble((Entry entry) -> -entry.slowdown())
                .thenComparingInt(Entry::kernel));
    for (int kernel = 0; kernel < counts.length; kernel++) {
      push(heap, times, kernel, 1, all);
    }
    double sum = times.sum(counts);
    while (sum > threshold) {
      Entry worst = heap.poll();
      if (worst == null) {
        return counts;
      }
      int kernel = worst.kernel();
      int count = ++counts[kernel];
      sum += times.seconds(kernel, count) - times.seconds(kernel, count - 1);
      push(heap, times, kernel, count, all);
    }
    return counts;
  }

  private static void push(
      PriorityQueue<Entry> heap, KernelTimes times, int kernel, int count, double all) {
    if (count < times.units()) {
      double slower = times.seconds(kernel, count) - times.onAll(kernel);
      heap.add(new Entry(kernel, 1 + slower / all));
    }
  }
}
