package io.wattune.pipeline;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * The sum of the windows of one second of one device, as they are in the topic. Of each window the
 * newest revision counts; a final one is folded into the sum, so that memory is bounded by the
 * ledger's horizon, but for one bit a second. The first and the last window are left out, since a
 * device begins and ends within them. Not thread safe.
 */
final class EnergyBook {
  private static final long SECOND_NANOS = Book.WINDOW1S.windowNanos();

  private record Window(
      int revision, long energyMicrojoules, long errorMicrojoules, Quality quality) {}

  private final TreeMap<Long, Window> open = new TreeMap<>();
  private long firstStartNanos = Long.MAX_VALUE;
  private long lastEndNanos = Long.MIN_VALUE;
  private final Map<Quality, QualitySum> folded = new EnumMap<>(Quality.class);

  /**
   * What the windows say of an interval.
   *
   * @param startNanos start of the first window
   * @param endNanos end of the last
   * @param energyMicrojoules sum of the windows
   * @param errorMicrojoules bound of the sum's standard error: the windows' added up
   * @param windows how many there are
   * @param missing how many there should be besides
   * @param byQuality the windows of each quality that there is
   */
  record Sum(
      long startNanos,
      long endNanos,
      long energyMicrojoules,
      long errorMicrojoules,
      long windows,
      long missing,
      Map<Quality, QualitySum> byQuality) {}

  /** Windows of one quality. */
  static final class QualitySum {
    private final long firstNanos;
    private final BitSet seconds;
    private long energyMicrojoules;
    private long errorMicrojoules;

    private QualitySum(long firstNanos, BitSet seconds) {
      this.firstNanos = firstNanos;
      this.seconds = seconds;
    }

    private QualitySum copy() {
      QualitySum copy = new QualitySum(firstNanos, (BitSet) seconds.clone());
      copy.energyMicrojoules = energyMicrojoules;
      copy.errorMicrojoules = errorMicrojoules;
      return copy;
    }

    private void add(long startNanos, Window window) {
      seconds.set(Math.toIntExact((startNanos - firstNanos) / SECOND_NANOS));
      energyMicrojoules += window.energyMicrojoules();
      errorMicrojoules += window.errorMicrojoules();
    }

    long energyMicrojoules() {
      return energyMicrojoules;
    }

    /** Bound of the sum's standard error: the windows' added up. */
    long errorMicrojoules() {
      return errorMicrojoules;
    }

    /** Adds up what a function says of each span of seconds, from its start to its end. */
    long sumOverSpans(LongBinaryOperator between) {
      long sum = 0;
      for (int from = seconds.nextSetBit(0); from >= 0; ) {
        int to = seconds.nextClearBit(from);
        sum +=
            between.applyAsLong(firstNanos + from * SECOND_NANOS, firstNanos + to * SECOND_NANOS);
        from = seconds.nextSetBit(to);
      }
      return sum;
    }
  }

  /** Takes an entry of the device's; those of other books are passed over. */
  void add(LedgerEntry entry) {
    if (entry.book() != Book.WINDOW1S) {
      return;
    }
    long start = entry.startNanos();
    if (firstStartNanos == Long.MAX_VALUE) {
      firstStartNanos = start;
    }
    Window known = open.get(start);
    boolean isOld = known != null && known.revision() >= entry.revision();
    if (isOld || start < firstStartNanos) {
      return;
    }
    lastEndNanos = Math.max(lastEndNanos, entry.endNanos());
    Window window =
        new Window(
            entry.revision(),
            entry.energyMicrojoules(),
            entry.standardErrorMicrojoules(),
            entry.quality());
    if (entry.isFinal() && start > firstStartNanos) {
      open.remove(start);
      add(folded, start, window);
    } else {
      open.put(start, window);
    }
  }

  private void add(Map<Quality, QualitySum> parts, long start, Window window) {
    parts
        .computeIfAbsent(window.quality(), quality -> new QualitySum(firstStartNanos, new BitSet()))
        .add(start, window);
  }

  /** The sum so far, without the first and the last window; no windows at all in the beginning. */
  Sum sum() {
    long start = firstStartNanos == Long.MAX_VALUE ? 0 : firstStartNanos + SECOND_NANOS;
    long end = lastEndNanos == Long.MIN_VALUE ? 0 : lastEndNanos - SECOND_NANOS;
    if (end <= start) {
      return new Sum(start, start, 0, 0, 0, 0, Map.of());
    }
    Map<Quality, QualitySum> parts = new EnumMap<>(Quality.class);
    folded.forEach((quality, part) -> parts.put(quality, part.copy()));
    open.subMap(start, end).forEach((second, window) -> add(parts, second, window));
    long energy = 0;
    long error = 0;
    long windows = 0;
    for (QualitySum part : parts.values()) {
      energy += part.energyMicrojoules;
      error += part.errorMicrojoules;
      windows += part.seconds.cardinality();
    }
    return new Sum(
        start, end, energy, error, windows, (end - start) / SECOND_NANOS - windows, parts);
  }
}
