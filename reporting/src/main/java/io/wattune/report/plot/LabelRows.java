package io.wattune.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Places labels in a few rows above a plot so that none covers another, nor the line that leads
 * from a label in an upper row down to its place. Row 0 is the one next to the plot.
 */
final class LabelRows {
  /** The label does not fit. */
  static final int NO_ROW = -1;

  private static final double GAP = 14;
  private static final double LEADER = 5;

  private final List<List<Span>> rows = new ArrayList<>();

  LabelRows(int count) {
    for (int i = 0; i < count; i++) {
      rows.add(new ArrayList<>());
    }
  }

  /**
   * The row for a label of this extent whose leader stands at {@code anchor}; or {@link #NO_ROW}.
   */
  int place(double left, double right, double anchor) {
    var label = new Span(left - GAP / 2, right + GAP / 2);
    var leader = new Span(anchor - LEADER, anchor + LEADER);
    for (int row = 0; row < rows.size(); row++) {
      if (isFree(row, label)) {
        rows.get(row).add(label);
        for (int below = 0; below < row; below++) {
          rows.get(below).add(leader);
        }
        return row;
      }
      if (!isFree(row, leader)) {
        return NO_ROW;
      }
    }
    return NO_ROW;
  }

  private boolean isFree(int row, Span span) {
    return rows.get(row).stream().noneMatch(span::overlaps);
  }

  private record Span(double left, double right) {
    boolean overlaps(Span other) {
      return left < other.right && other.left < right;
    }
  }
}
