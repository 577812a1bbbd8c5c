package io.wattune.http.metric;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One metric of a part.
 *
 * @param part the part that has it, such as {@code agent}
 * @param name as scraped: {@code wattune_<part>_<what>_<unit>}, a counter's with {@code _total} at
 *     the end
 * @param unit base unit in the plural, such as {@code seconds}; empty for a count of things
 * @param labels names of the labels, in the order in which values are given
 * @param sentence what it says
 */
public record Metric(
    String part, String name, MetricKind kind, String unit, List<String> labels, String sentence) {
  /** The part of names that are others' and keep their rules. */
  public static final String FOREIGN = "dcgm";

  private static final Pattern FOREIGN_NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]*");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

  public Metric {
    labels = List.copyOf(labels);
    requireName("part", part, NAME);
    Pattern names = part.equals(FOREIGN) ? FOREIGN_NAME : NAME;
    requireName("name", name, names);
    labels.forEach(label -> requireName("label", label, names));
    if (!part.equals(FOREIGN) && !name.startsWith("wattune_" + part + "_")) {
      throw new IllegalArgumentException("name must begin with wattune_" + part + "_, was " + name);
    }
    if (name.endsWith("_info") != (kind == MetricKind.INFO)) {
      throw new IllegalArgumentException("an info's name, and no other, ends in _info: " + name);
    }
    if (name.endsWith("_total") != (kind == MetricKind.COUNTER)) {
      throw new IllegalArgumentException("a counter's name, and no other, ends in _total: " + name);
    }
    if (!unit.isEmpty() && !baseOf(name).endsWith("_" + unit)) {
      throw new IllegalArgumentException("name must end with its unit " + unit + ", was " + name);
    }
    if (!sentence.endsWith(".")) {
      throw new IllegalArgumentException("sentence must end with a full stop: " + sentence);
    }
  }

  /** A counter of things, or of seconds, joules or bytes. */
  public static Metric counter(
      String part, String what, String unit, String sentence, String... labels) {
    String name = "wattune_" + part + "_" + what + (unit.isEmpty() ? "" : "_" + unit) + "_total";
    return new Metric(part, name, MetricKind.COUNTER, unit, List.of(labels), sentence);
  }

  /** A value that goes up and down. */
  public static Metric gauge(
      String part, String what, String unit, String sentence, String... labels) {
    String name = "wattune_" + part + "_" + what + (unit.isEmpty() ? "" : "_" + unit);
    return new Metric(part, name, MetricKind.GAUGE, unit, List.of(labels), sentence);
  }

  /** Labels that say what something is; the value is 1. */
  public static Metric info(String part, String what, String sentence, String... labels) {
    String name = "wattune_" + part + "_" + what + "_info";
    return new Metric(part, name, MetricKind.INFO, "", List.of(labels), sentence);
  }

  /** Whether the values of two series add up to that of both. */
  boolean isAdditive() {
    return kind == MetricKind.COUNTER || unit.equals("watts") || unit.equals("joules");
  }

  /** The name without {@code _total} or {@code _info}. */
  String baseName() {
    return kind == MetricKind.INFO
        ? name.substring(0, name.length() - "_info".length())
        : baseOf(name);
  }

  private static String baseOf(String name) {
    return name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
  }

  private static void requireName(String what, String name, Pattern names) {
    if (!names.matcher(name).matches()) {
      throw new IllegalArgumentException(
          what + " must be of small letters, digits and single underscores, was '" + name + "'");
    }
  }
}
