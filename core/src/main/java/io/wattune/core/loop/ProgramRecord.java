package io.wattune.core.loop;

import io.wattune.core.counter.WorkSignal;
import io.wattune.core.policy.KernelMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

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

  /** A bound that moved with each window would begin the search anew each time. */
  private static final double BOUND_STEP = 0.1;

  private final Map<String, WorkWindow.Delivered> first = new TreeMap<>();

  /** Windows of counters that the first ones are the sum of. */
  private int firstWindows;

  /** Below this share of its own settings it could not be distinguished from another phase. */
  private double leastShare;

  ProgramRecord(KernelMemory memory) {
    super(memory);
  }

  @Override
  double leastShare() {
    return leastShare;
  }

  /** Sets that bound anew where it differs enough; true where it is higher now. */
  boolean keepAbove(double share) {
    boolean isHigher = share > leastShare;
    leastShare = isHigher || share < leastShare - BOUND_STEP ? share : leastShare;
    return isHigher;
  }

  static ProgramRecord of(PhaseSnapshot snapshot) {
    var record = new ProgramRecord(snapshot.memory());
    snapshot
        .first()
        .forEach(
            part ->
                record.first.put(
                    part.name(), new WorkWindow.Delivered(part.work(), part.seconds())));
    record.firstWindows = snapshot.firstWindows();
    return record;
  }

  List<PartSnapshot> first() {
    List<PartSnapshot> parts = new ArrayList<>(first.size());
    first.forEach((name, it) -> parts.add(new PartSnapshot(name, it.work(), it.seconds())));
    return parts;
  }

  int firstWindows() {
    return firstWindows;
  }

  /** Whether anything is known that windows can be compared with. */
  boolean hasReference() {
    return isEstimated() ? firstWindows >= FIRST_WINDOWS : !first.isEmpty();
  }

  /**
   * Logarithm of a window's rate by that of the first ones; empty where it cannot be compared. By
   * counters it is the mean of its parts': as work it is not to be believed, as a mark it is.
   */
  OptionalDouble level(WorkWindow window) {
    if (!hasReference()) {
      return OptionalDouble.empty();
    }
    return level(first, window, isEstimated());
  }

  /** The same of what another record's first windows delivered. */
  OptionalDouble levelOf(ProgramRecord other) {
    return other.first.isEmpty() || first.isEmpty()
        ? OptionalDouble.empty()
        : level(
            first,
            new WorkWindow(0, 1, other.first, OptionalDouble.empty(), WorkSignal.PROGRAM),
            isEstimated());
  }

  /** The same of a window against another one; beyond all bounds where nothing is in both. */
  static double level(WorkWindow first, WorkWindow window, boolean isEstimated) {
    return level(first.byName(), window, isEstimated).orElse(Double.POSITIVE_INFINITY);
  }

  private static OptionalDouble level(
      Map<String, WorkWindow.Delivered> first, WorkWindow window, boolean isEstimated) {
    OptionalDouble rate = isEstimated ? meanRate(first, window) : knownRate(first, window);
    return rate.isPresent() && rate.getAsDouble() > 0
        ? OptionalDouble.of(StrictMath.log(rate.getAsDouble()))
        : OptionalDouble.empty();
  }

  @Override
  boolean isEstimated() {
    return memory.activityName().startsWith(ProgramWork.COUNTERS);
  }

  @Override
  OptionalDouble rate(WorkWindow window) {
    if (isEstimated()) {
      return estimatedRate(window);
    }
    if (memory.rungs().isEmpty()) {
      window.byName().forEach(this::know);
    }
    return knownRate(first, window);
  }

  private static OptionalDouble knownRate(
      Map<String, WorkWindow.Delivered> first, WorkWindow window) {
    double expected = 0;
    double known = 0;
    double all = 0;
    for (Map.Entry<String, WorkWindow.Delivered> each : window.byName().entrySet()) {
      double seconds = each.getValue().seconds();
      WorkWindow.Delivered before = first.get(each.getKey());
      all += seconds;
      if (before != null && before.work() > 0) {
        expected += each.getValue().work() / before.rate();
        known += seconds;
      }
    }
    // Where most of what runs is new, the rest says little of the program.
    return known * 2 < all || known == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(expected / known);
  }

  private OptionalDouble estimatedRate(WorkWindow window) {
    if (firstWindows < FIRST_WINDOWS) {
      if (memory.rungs().isEmpty()) {
        window.byName().forEach((name, it) -> first.merge(name, it, WorkWindow.Delivered::plus));
        firstWindows++;
      }
      return OptionalDouble.empty();
    }
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, WorkWindow.Delivered> each : window.byName().entrySet()) {
      WorkWindow.Delivered before = first.get(each.getKey());
      if (before != null && before.work() > 0) {
        least = Math.min(least, each.getValue().rate() / before.rate());
      }
    }
    return Double.isInfinite(least) ? OptionalDouble.empty() : OptionalDouble.of(least * least);
  }

  private static OptionalDouble meanRate(
      Map<String, WorkWindow.Delivered> first, WorkWindow window) {
    double sum = 0;
    int parts = 0;
    for (Map.Entry<String, WorkWindow.Delivered> each : window.byName().entrySet()) {
      WorkWindow.Delivered before = first.get(each.getKey());
      if (before != null && before.work() > 0 && each.getValue().work() > 0) {
        sum += StrictMath.log(each.getValue().rate() / before.rate());
        parts++;
      }
    }
    return parts == 0 ? OptionalDouble.empty() : OptionalDouble.of(StrictMath.exp(sum / parts));
  }

  private void know(String name, WorkWindow.Delivered delivered) {
    if (delivered.work() > 0 && delivered.seconds() > 0 && first.size() < MOST_PARTS) {
      first.putIfAbsent(name, delivered);
    }
  }
}
