package io.wattune.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of text, in columns: those that are named are aligned left, the others right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final boolean[] isLeft;

  /**
   * @param header titles of the columns
   * @param left numbers of the columns that are aligned left, from 0
   */
  public TextTable(List<String> header, int... left) {
    isLeft = new boolean[header.size()];
    for (int column : left) {
      isLeft[column] = true;
    }
    rows.add(header);
  }

  public void row(List<String> values) {
    if (values.size() != isLeft.length) {
      throw new IllegalArgumentException(
          "a row needs " + isLeft.length + " values, had " + values.size());
    }
    rows.add(values);
  }

  /** Appends the rows, each on a line of its own after {@code indent}. */
  public void appendTo(StringBuilder out, String indent) {
    int[] widths = new int[isLeft.length];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : "  ");
        line.append(isLeft[i] ? row.get(i) + padding : padding + row.get(i));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
