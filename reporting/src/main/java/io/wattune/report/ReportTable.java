package io.wattune.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table of a report. Each of its columns is declared once: as people see it, as programs read
 * it, or both.
 *
 * @param <T> what a row is of
 */
public final class ReportTable<T> {
  /** What people see of a column. */
  private record Shown<T>(String title, boolean isLeft, Function<T, String> text) {}

  /** What programs read of it; a value is a text, a number, a truth value or null. */
  private record Field<T>(String key, Function<T, @Nullable Object> value) {}

  private final List<Shown<T>> shown = new ArrayList<>();
  private final List<Field<T>> fields = new ArrayList<>();

  /** A column of words, for people. */
  public ReportTable<T> words(String title, Function<T, String> text) {
    shown.add(new Shown<>(title, true, text));
    return this;
  }

  /** The same for both. */
  public ReportTable<T> words(String title, String key, Function<T, String> text) {
    return words(title, text).field(key, text::apply);
  }

  /** A column of numbers with what belongs to them, for people. */
  public ReportTable<T> figures(String title, Function<T, String> text) {
    shown.add(new Shown<>(title, false, text));
    return this;
  }

  /** A column of numbers in a format such as {@code %.1f W}, for people. */
  public ReportTable<T> figures(String title, String format, ToDoubleFunction<T> number) {
    return figures(title, row -> String.format(Locale.ROOT, format, number.applyAsDouble(row)));
  }

  /** Numbers for both, of which people see so many digits after the point. */
  public ReportTable<T> numbers(String title, String key, int digits, ToDoubleFunction<T> number) {
    return figures(title, row -> Decimals.fixed(number.applyAsDouble(row), digits))
        .field(key, number::applyAsDouble);
  }

  /** Shares for both: people see percent with so many digits after the point. */
  public ReportTable<T> shares(String title, String key, int digits, ToDoubleFunction<T> share) {
    return figures(title, row -> Decimals.percent(share.applyAsDouble(row), digits))
        .field(key, share::applyAsDouble);
  }

  /** What programs alone read. */
  public ReportTable<T> field(String key, Function<T, @Nullable Object> value) {
    fields.add(new Field<>(key, value));
    return this;
  }

  /** Appends the rows, aligned, below their titles. */
  public void appendTo(StringBuilder out, List<T> rows) {
    appendTo(out, rows, "");
  }

  /** The same, each line after {@code indent}. */
  public void appendTo(StringBuilder out, List<T> rows, String indent) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(shown.stream().map(Shown::title).toList());
    for (T row : rows) {
      lines.add(shown.stream().map(column -> column.text().apply(row)).toList());
    }
    int[] widths = new int[shown.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder(indent);
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - line.get(i).length());
        text.append(i == 0 ? "" : "  ");
        text.append(shown.get(i).isLeft() ? line.get(i) + padding : padding + line.get(i));
      }
      out.append(text.toString().stripTrailing()).append('\n');
    }
  }

  /** The titles in Markdown, for rows that come one by one. */
  public String markdownHead() {
    return cells(Shown::title)
        + System.lineSeparator()
        + shown.stream()
            .map(column -> column.isLeft() ? "---" : "--:")
            .collect(Collectors.joining("|", "|", "|"));
  }

  /** A row in Markdown. */
  public String markdown(T row) {
    return cells(column -> column.text().apply(row));
  }

  /** The names that programs read, in order. */
  public List<String> keys() {
    return fields.stream().map(Field::key).toList();
  }

  /** They as the first line of a comma separated file. */
  public String csvHead() {
    return String.join(",", keys()) + '\n';
  }

  /** A row of a comma separated file, with its line feed; nothing stands for null. */
  public String csv(T row) {
    var line = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      Object value = fields.get(i).value().apply(row);
      line.append(i == 0 ? "" : ",").append(value == null ? "" : quoted(value.toString()));
    }
    return line.append('\n').toString();
  }

  /** As RFC 4180 says, where a value needs it. */
  private static String quoted(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r') {
        return '"' + value.replace("\"", "\"\"") + '"';
      }
    }
    return value;
  }

  private String cells(Function<Shown<T>, String> cell) {
    return shown.stream().map(cell).collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** Adds an object for each row. */
  public void addTo(ArrayNode array, List<T> rows) {
    rows.forEach(row -> addTo(array.addObject(), row));
  }

  /** Adds the fields of one row. */
  public void addTo(ObjectNode node, T row) {
    for (Field<T> field : fields) {
      JsonNode value = ReportJson.value(field.value().apply(row));
      node.set(field.key(), value);
    }
  }
}
