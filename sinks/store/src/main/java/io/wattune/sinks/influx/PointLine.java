package io.wattune.sinks.influx;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of the line protocol, as {@link io.wattune.sinks.point.PointLines} writes them, taken
 * apart for a store that does not read it.
 *
 * @param measurement its measurement
 * @param columns tags as text, fields as {@code Long}, {@code Double}, {@code Boolean} or text
 * @param timeNanos epoch nanoseconds
 */
record PointLine(String measurement, Map<String, Object> columns, long timeNanos) {

  /** Takes a line apart; it has no line break. */
  static PointLine parse(String line) {
    return new Parser(line).parse();
  }

  private static final class Parser {
    private final String line;
    private final Map<String, Object> columns = new LinkedHashMap<>();
    private int at;

    Parser(String line) {
      this.line = line;
    }

    PointLine parse() {
      String measurement = until(", ");
      while (line.charAt(at) == ',') {
        at++;
        String name = until("=");
        at++;
        columns.put(name, until(", "));
      }
      do {
        at++;
        String name = until("=");
        at++;
        columns.put(name, value());
      } while (line.charAt(at) == ',');
      return new PointLine(measurement, columns, Long.parseLong(line.substring(at + 1)));
    }

    /** Up to one of these characters that no backslash stands before. */
    private String until(String ends) {
      var found = new StringBuilder();
      while (ends.indexOf(line.charAt(at)) < 0) {
        if (line.charAt(at) == '\\') {
          at++;
        }
        found.append(line.charAt(at++));
      }
      return found.toString();
    }

    private Object value() {
      if (line.charAt(at) == '"') {
        at++;
        String text = until("\"");
        at++;
        return text;
      }
      String word = until(", ");
      if (word.equals("true") || word.equals("false")) {
        return Boolean.valueOf(word);
      }
      if (word.endsWith("i")) {
        return Long.valueOf(word.substring(0, word.length() - 1));
      }
      return Double.valueOf(word);
    }
  }
}
