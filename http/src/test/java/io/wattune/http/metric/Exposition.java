package io.wattune.http.metric;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text format, version 0.0.4, and refuses what its rules forbid: a sample without
 * HELP and TYPE before it, a name that is taken up again later, a counter without {@code _total}, a
 * sample that comes twice, a value that is no number.
 */
record Exposition(Map<String, String> types, Map<String, Double> samples) {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\\\\n\"])*\"";
  private static final Pattern SAMPLE =
      Pattern.compile("(" + NAME + ")(\\{" + LABEL + "(?:," + LABEL + ")*,?\\})? (\\S+)");
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (.+)");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|summary|histogram|untyped)");

  static Exposition parse(String text) {
    Map<String, String> types = new LinkedHashMap<>();
    Map<String, Double> samples = new LinkedHashMap<>();
    Set<String> helped = new LinkedHashSet<>();
    String family = "";
    require(text.endsWith("\n"), "the last line has no end");
    for (String line : text.split("\n")) {
      Matcher help = HELP.matcher(line);
      Matcher type = TYPE.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (help.matches()) {
        require(helped.add(help.group(1)), "help twice: " + line);
      } else if (type.matches()) {
        family = type.group(1);
        require(helped.contains(family), "type before help: " + line);
        require(types.put(family, type.group(2)) == null, "type twice: " + line);
        require(
            !type.group(2).equals("counter") || family.endsWith("_total"), "no _total: " + line);
      } else {
        require(sample.matches(), "neither comment nor sample: " + line);
        require(sample.group(1).startsWith(family) && !family.isEmpty(), "astray: " + line);
        String labels = sample.group(2) == null ? "" : sample.group(2);
        require(
            samples.put(sample.group(1) + labels, value(sample.group(3))) == null,
            "sample twice: " + line);
      }
    }
    return new Exposition(types, samples);
  }

  private static double value(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
