package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a loop keeps of a program: as of a kernel, and what a second of each of its parts delivered
 * when it was first seen at own settings.
 *
 * <p>The rate of a window is {@code sum of (W_i / r_i) / sum of T_i}: the time that its work would
 * have taken then, over the time that it took. So parts in different units add up, and a part is
 * weighed by the time that it has. {@code W}, {@code T}: work and seconds of a part; {@code r}: its
 * first rate. Parts that were not seen at own settings count on neither side. An error of {@code r}
 * is the same at all settings, so that it cancels in what is compared.
 *
 * <p>By the device's counters work is taken to fall as much as the rate that falls most, compute or
 * memory, and twice as much as that: they are no work, and a loss that they do not show must fit
 * into the bound as well. There {@code r} is the mean of the first windows, which are not judged.
 */
final class ProgramRecord extends KernelRecord {
  private static final int MOST_PARTS = 64;

  /** Windows of counters whose mean the others are compared with. */
  private static final int FIRST_WINDOWS = 4;

  private final Map<String, Double> firstRates = new HashMap<>();
  private final List<WorkWindow> first = new ArrayList<>();

  ProgramRecord(KernelMemory memory) {
    super(memory);
  }

  @Override
  boolean isEstimated() {
    return memory.activityName().equals(ProgramWork.COUNTERS);
  }

  @Override
  OptionalDouble rate(WorkWindow window) {
    if (isEstimated()) {
      return estimatedRate(window);
    }
    if (memory.rungs().isEmpty()) {
      window.byName().forEach(this::know);
    }
    double expected = 0;
    double known = 0;
    double all = 0;
    for (Map.Entry<String, WorkWindow.Delivered> each : window.byName().entrySet()) {
      double seconds = each.getValue().seconds();
      Double first = firstRates.get(each.getKey());
      all += seconds;
      if (first != null) {
        expected += each.getValue().work() / first;
        known += seconds;
      }
    }
    // Where most of what runs is new, the rest says little of the program.
    return known * 2 < all || known == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(expected / known);
  }

  private OptionalDouble estimatedRate(WorkWindow window) {
    if (first.size() < FIRST_WINDOWS) {
      if (memory.rungs().isEmpty()) {
        first.add(window);
      }
      return OptionalDouble.empty();
    }
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, WorkWindow.Delivered> each : window.byName().entrySet()) {
      double reference = meanOfFirst(each.getKey());
      if (reference > 0) {
        double rate = each.getValue().work() / each.getValue().seconds();
        least = Math.min(least, rate / reference);
      }
    }
    return Double.isInfinite(least) ? OptionalDouble.empty() : OptionalDouble.of(least * least);
  }

  private double meanOfFirst(String name) {
    double work = 0;
    double seconds = 0;
    for (WorkWindow each : first) {
      WorkWindow.Delivered delivered = each.byName().get(name);
      work += delivered == null ? 0 : delivered.work();
      seconds += delivered == null ? 0 : delivered.seconds();
    }
    return seconds == 0 ? 0 : work / seconds;
  }

  private void know(String name, WorkWindow.Delivered delivered) {
    if (delivered.work() > 0 && delivered.seconds() > 0 && firstRates.size() < MOST_PARTS) {
      firstRates.putIfAbsent(name, delivered.work() / delivered.seconds());
    }
  }
}
