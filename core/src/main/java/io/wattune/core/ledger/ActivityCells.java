package io.wattune.core.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Activities by the time in which they run: in cells of time of several lengths, each in the
 * shortest that is at least as long as it. Those that run within a stretch of time are found by the
 * cells about it. Test: {@code PendingActivitiesTest}.
 *
 * @param <K> by what an activity is known
 */
final class ActivityCells<K> {
  /** Length of the shortest cells; each longer one is eightfold. */
  private static final long CELL_NANOS = 62_500_000L;

  private static final int LONGER = 8;

  /** Lengths of cells: what is longer than the longest, or runs, is looked at every time. */
  private static final int LENGTHS = 6;

  /** More cells than this are not looked up one by one. */
  private static final long MANY_CELLS = 64;

  /** A cell of time, of one of the lengths. */
  private record Cell(int length, long number) {}

  private final Map<Cell, List<K>> cells = new HashMap<>();
  private final int[] cellsOfLength = new int[LENGTHS];
  private final Set<K> endless = new HashSet<>();

  void add(K key, Activity activity) {
    Cell cell = cellOf(activity);
    if (cell == null) {
      endless.add(key);
      return;
    }
    List<K> inCell = cells.get(cell);
    if (inCell == null) {
      inCell = new ArrayList<>();
      cells.put(cell, inCell);
      cellsOfLength[cell.length()]++;
    }
    inCell.add(key);
  }

  void remove(K key, Activity activity) {
    Cell cell = cellOf(activity);
    List<K> inCell = cell == null ? null : cells.get(cell);
    if (cell == null || inCell == null) {
      endless.remove(key);
      return;
    }
    inCell.remove(key);
    if (inCell.isEmpty()) {
      cells.remove(cell);
      cellsOfLength[cell.length()]--;
    }
  }

  /** Visits those that may run within a stretch of time, in no order, and few others. */
  void about(long fromNanos, long toNanos, Consumer<K> visitor) {
    endless.forEach(visitor);
    long cell = CELL_NANOS;
    for (int length = 0; length < LENGTHS; length++, cell *= LONGER) {
      long first = Math.floorDiv(fromNanos, cell) - 1;
      long last = Math.floorDiv(toNanos - 1, cell);
      if (cellsOfLength[length] == 0) {
        continue;
      }
      if (last - first > Math.max(MANY_CELLS, cellsOfLength[length])) {
        all(length, visitor);
        continue;
      }
      for (long number = first; number <= last; number++) {
        List<K> inCell = cells.get(new Cell(length, number));
        if (inCell != null) {
          inCell.forEach(visitor);
        }
      }
    }
  }

  private void all(int length, Consumer<K> visitor) {
    cells.forEach(
        (cell, keys) -> {
          if (cell.length() == length) {
            keys.forEach(visitor);
          }
        });
  }

  /** The cell of an activity's start, among those at least as long as it; null if none is. */
  private static @Nullable Cell cellOf(Activity activity) {
    if (!activity.hasEnded()) {
      return null;
    }
    long shortest = (activity.endNanos() - activity.startNanos()) / CELL_NANOS;
    long cell = 1;
    for (int length = 0; length < LENGTHS; length++, cell *= LONGER) {
      if (shortest >= 0 && shortest < cell) {
        return new Cell(length, Math.floorDiv(activity.startNanos(), cell * CELL_NANOS));
      }
    }
    return null;
  }
}
