package io.wattune.sinks.point;

import java.util.LinkedHashMap;
import java.util.Map;

/** A line of line protocol, read by its specification alone: what a store would see. */
public record ParsedLine(
    String measurement, Map<String, String> tags, Map<String, String> fields, long timeNanos) {

  public static ParsedLine of(String line) {
    return new Parser(line).parse();
  }

  /** The text of a text field. */
  public String text(String field) {
    String raw = fields.get(field);
    return raw.substring(1, raw.length() - 1).replaceAll("\\\\([\"\\\\])", "$1");
  }

  private static final class Parser {
    private final String line;
    private int at;

    Parser(String line) {
      this.line = line;
    }

    ParsedLine parse() {
      String measurement = key(", ");
      Map<String, String> tags = new LinkedHashMap<>();
      while (line.charAt(at) == ',') {
        at++;
        String name = key("=");
        at++;
        tags.put(name, key(", "));
      }
      Map<String, String> fields = new LinkedHashMap<>();
      do {
        at++;
        String name = key("=");
        at++;
        fields.put(name, value());
      } while (line.charAt(at) == ',');
      return new ParsedLine(measurement, tags, fields, Long.parseLong(line.substring(at + 1)));
    }

    private String key(String ends) {
      StringBuilder key = new StringBuilder();
      while (ends.indexOf(line.charAt(at)) < 0) {
        if (line.charAt(at) == '\\' && ", =".indexOf(line.charAt(at + 1)) >= 0) {
          at++;
        }
        key.append(line.charAt(at++));
      }
      return key.toString();
    }

    private String value() {
      int from = at;
      if (line.charAt(at) == '"') {
        at++;
        while (line.charAt(at) != '"') {
          at += line.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
      } else {
        while (line.charAt(at) != ',' && line.charAt(at) != ' ') {
          at++;
        }
      }
      return line.substring(from, at);
    }
  }
}
