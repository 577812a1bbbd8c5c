package io.wattune.sinks.point;

import io.wattune.store.catalogue.Column;
import io.wattune.store.catalogue.ColumnType;
import io.wattune.store.catalogue.Measurement;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing list of points in InfluxDB's line protocol. Tags come before fields, as the protocol
 * wants it. Decimals are written exactly from the integers that the records hold. Not thread safe.
 */
public final class PointLines {
  private final StringBuilder text = new StringBuilder(1024);
  private int[] ends = new int[64];
  private int count;
  private boolean hasField;
  private PointForm form = PointForm.REVISED;

  /** The form of the lines from now on. */
  void form(PointForm newForm) {
    form = newForm;
  }

  /** Begins a line. One that is not ended is forgotten. */
  PointLines begin(Measurement measurement) {
    text.setLength(end(count));
    text.append(measurement.name());
    hasField = false;
    return this;
  }

  /**
   * Adds a tag; null and the empty text are no tag.
   *
   * @throws IllegalArgumentException where the protocol cannot carry the value
   */
  PointLines tag(Column column, @Nullable String value) {
    if (column.type() != ColumnType.TAG) {
      throw new IllegalStateException(column.name() + " is no tag");
    }
    return label(column, value);
  }

  /** Adds a text as a tag, for a store that has no texts. */
  PointLines label(Column column, @Nullable String value) {
    if (hasField) {
      throw new IllegalStateException(column.name() + " comes after a field");
    }
    if (value != null && !value.isEmpty()) {
      text.append(',').append(column.name()).append('=');
      appendTagValue(column, value);
    }
    return this;
  }

  private void appendTagValue(Column column, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '\\' || c == '\u007f') {
        throw new IllegalArgumentException(
            "a store's tag cannot hold control characters or backslashes, "
                + column.name()
                + " has one at index "
                + i);
      }
      if (c == ' ' || c == ',' || c == '=') {
        text.append('\\');
      }
      text.append(c);
    }
  }

  /** Adds a decimal of thousandths, exactly. */
  PointLines milli(Column column, long value) {
    return scaled(column, value, 3);
  }

  /** Adds a decimal of millionths, exactly. */
  PointLines micro(Column column, long value) {
    return scaled(column, value, 6);
  }

  /** Adds a decimal of thousand-millionths, exactly. */
  PointLines nano(Column column, long value) {
    return scaled(column, value, 9);
  }

  private PointLines scaled(Column column, long value, int digits) {
    field(column, ColumnType.DECIMAL);
    if (value < 0) {
      text.append(BigDecimal.valueOf(value, digits).toPlainString());
      return this;
    }
    long divisor = digits == 3 ? 1_000 : digits == 6 ? 1_000_000 : 1_000_000_000;
    text.append(value / divisor).append('.');
    long rest = value % divisor;
    for (long power = divisor / 10; power > 0; power /= 10) {
      text.append((char) ('0' + rest / power % 10));
    }
    return this;
  }

  /** Adds a decimal; it must be finite. */
  PointLines decimal(Column column, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(column.name() + " must be finite, was " + value);
    }
    field(column, ColumnType.DECIMAL);
    text.append(value);
    return this;
  }

  /** Adds an integer. */
  PointLines integer(Column column, long value) {
    field(column, ColumnType.INTEGER);
    text.append(value).append('i');
    return this;
  }

  /** Adds a flag. */
  PointLines flag(Column column, boolean value) {
    if (form == PointForm.FINAL_NUMBERS) {
      return this;
    }
    field(column, ColumnType.FLAG);
    text.append(value);
    return this;
  }

  /** Adds a text; null is no field. Control characters become blanks. */
  PointLines text(Column column, @Nullable String value) {
    if (value == null || form == PointForm.FINAL_NUMBERS) {
      return this;
    }
    field(column, ColumnType.TEXT);
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\');
      }
      text.append(c < ' ' ? ' ' : c);
    }
    text.append('"');
    return this;
  }

  private void field(Column column, ColumnType type) {
    if (column.type() != type) {
      throw new IllegalStateException(column.name() + " is no " + type.label());
    }
    text.append(hasField ? ',' : ' ').append(column.name()).append('=');
    hasField = true;
  }

  /** Ends the line; one without any field is forgotten. */
  void at(long timeNanos) {
    if (!hasField) {
      return;
    }
    text.append(' ').append(timeNanos).append('\n');
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = text.length();
  }

  /** Number of lines. */
  public int count() {
    return count;
  }

  /** Forgets all lines from this one on: those of a record that turned out to be unusable. */
  public void cutTo(int lines) {
    count = Math.min(count, lines);
    text.setLength(end(count));
  }

  /** The lines from one, inclusive, to another, exclusive, each with its line break. */
  public String text(int from, int to) {
    return text.substring(end(from), end(to));
  }

  private int end(int lines) {
    return lines == 0 ? 0 : ends[lines - 1];
  }
}
