package io.wattune.collectors.exposition;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One value of a page: {@code name{label="text",...} value}, which a time stamp may follow.
 *
 * @param name of the metric
 * @param labels by name; none where the line has none
 * @param value finite
 */
public record MetricLine(String name, Map<String, String> labels, double value) {

  public MetricLine {
    labels = Map.copyOf(labels);
  }

  /** Reads a line; null for a comment, and for what is no such line or has no finite value. */
  public static @Nullable MetricLine of(String line) {
    String text = line.strip();
    if (text.startsWith("#")) {
      return null;
    }
    String name = nameOf(text);
    int end = name.length();
    if (end == 0 || end == text.length()) {
      return null;
    }
    Map<String, String> labels = new HashMap<>();
    int open = text.indexOf('{', end);
    boolean hasLabels = open >= 0 && text.substring(end, open).isBlank();
    int rest = hasLabels ? readLabels(text, open + 1, labels) : end;
    Double value = rest < 0 ? null : number(text.substring(rest).strip());
    return value == null ? null : new MetricLine(name, labels, value);
  }

  /** What a line begins with: the name of its metric, where it has one. */
  public static String nameOf(String line) {
    int end = 0;
    while (end < line.length()
        && line.charAt(end) != '{'
        && !Character.isWhitespace(line.charAt(end))) {
      end++;
    }
    return line.substring(0, end);
  }

  private static @Nullable Double number(String text) {
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    try {
      double value = Double.parseDouble(text.substring(0, end));
      return Double.isFinite(value) ? (Double) value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * {@code a="x",b="y"}}, with backslash before quote, backslash and n.
   *
   * @return the place behind the bracket; -1 where there is none
   */
  private static int readLabels(String text, int from, Map<String, String> labels) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '}') {
        return at + 1;
      }
      if (c == ',' || Character.isWhitespace(c)) {
        at++;
        continue;
      }
      int equals = text.indexOf("=\"", at);
      if (equals < 0) {
        return -1;
      }
      String name = text.substring(at, equals).strip();
      var value = new StringBuilder();
      int i = equals + 2;
      while (i < text.length() && text.charAt(i) != '"') {
        char each = text.charAt(i);
        if (each == '\\' && i + 1 < text.length()) {
          i++;
          each = text.charAt(i) == 'n' ? '\n' : text.charAt(i);
        }
        value.append(each);
        i++;
      }
      labels.put(name, value.toString());
      at = i + 1;
    }
    return -1;
  }
}
