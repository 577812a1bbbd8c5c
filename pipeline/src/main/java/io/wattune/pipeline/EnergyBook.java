package io.wattune.pipeline;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sum of the windows of one second of one device, as they are in the topic. Of each window the
 * newest revision counts; a final one is folded into the sum, so that memory is bounded by the
 * ledger's horizon. The first and the last window are left out, since a device begins and ends
 * within them. Not thread safe.
 */
final class EnergyBook {
  private static final long SECOND_NANOS = Book.WINDOW1S.windowNanos();

  private record Window(
      int revision, long energyMicrojoules, long errorMicrojoules, Quality quality) {}

  private final TreeMap<Long, Window> open = new TreeMap<>();
  private long firstStartNanos = Long.MAX_VALUE;
  private long lastEndNanos = Long.MIN_VALUE;
  private long foldedMicrojoules;
  private long foldedErrorMicrojoules;
  private long foldedWindows;
  private final Map<Quality, Long> foldedByQuality = new EnumMap<>(Quality.class);

  /**
   * What the windows say of an interval.
   *
   * @param startNanos start of the first window
   * @param endNanos end of the last
   * @param energyMicrojoules sum of the windows
   * @param errorMicrojoules bound of the sum's standard error: the windows' added up
   * @param windows how many there are
   * @param missing how many there should be besides
   * @param microjoulesByQuality energy of the windows of each quality that there is
   */
  record Sum(
      long startNanos,
      long endNanos,
      long energyMicrojoules,
      long errorMicrojoules,
      long windows,
      long missing,
      Map<Quality, Long> microjoulesByQuality) {}

  /** Takes an entry of the device's; those of other books are passed over. */
  void add(LedgerEntry entry) {
    if (entry.book() != Book.WINDOW1S) {
      return;
    }
    long start = entry.startNanos();
    Window known = open.get(start);
    if (known != null && known.revision() >= entry.revision()) {
      return;
    }
    firstStartNanos = Math.min(firstStartNanos, start);
    lastEndNanos = Math.max(lastEndNanos, entry.endNanos());
    open.put(
        start,
        new Window(
            entry.revision(),
            entry.energyMicrojoules(),
            entry.standardErrorMicrojoules(),
            entry.quality()));
    if (entry.isFinal() && start > firstStartNanos) {
      fold(start);
    }
  }

  private void fold(long start) {
    Window window = open.remove(start);
    if (window != null) {
      foldedMicrojoules += window.energyMicrojoules();
      foldedErrorMicrojoules += window.errorMicrojoules();
      foldedWindows++;
      foldedByQuality.merge(window.quality(), window.energyMicrojoules(), Long::sum);
    }
  }

  /** The sum so far, without the first and the last window; no windows at all in the beginning. */
  Sum sum() {
    long start = firstStartNanos == Long.MAX_VALUE ? 0 : firstStartNanos + SECOND_NANOS;
    long end = lastEndNanos == Long.MIN_VALUE ? 0 : lastEndNanos - SECOND_NANOS;
    if (end <= start) {
      return new Sum(start, start, 0, 0, 0, 0, Map.of());
    }
    long energy = foldedMicrojoules;
    long error = foldedErrorMicrojoules;
    long windows = foldedWindows;
    Map<Quality, Long> byQuality = new EnumMap<>(Quality.class);
    byQuality.putAll(foldedByQuality);
    for (Map.Entry<Long, Window> each : open.subMap(start, end).entrySet()) {
      energy += each.getValue().energyMicrojoules();
      error += each.getValue().errorMicrojoules();
      windows++;
      byQuality.merge(each.getValue().quality(), each.getValue().energyMicrojoules(), Long::sum);
    }
    return new Sum(
        start, end, energy, error, windows, (end - start) / SECOND_NANOS - windows, byQuality);
  }
}
