package io.wattune.core.rightsize;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A right-size table as text for the runtime of a server (docs/reference/right-sizes.md): lines of
 * values with tabs between. What is torn, or of another format, is refused as a whole. Test: {@code
 * KernelSweepTest}.
 */
public final class RightSizeText {
  /** First line of such a text. */
  public static final String FORMAT = "wattune-right-sizes/1";

  private static final String COLUMNS =
      "units\tleastUnits\tkernelSize\tinputSize\tseconds\terror\tfullSeconds\tfullError\tkernel";
  private static final int FIELDS = COLUMNS.split("\t").length;
  private static final String END = "end";
  private static final List<String> HEAD =
      List.of(
          "product",
          "model",
          "version",
          "fullUnits",
          "tolerance",
          "margin",
          "measuredNanos",
          "measuredBy");

  private RightSizeText() {}

  /** The text of a table. */
  public static String of(RightSizeTable table) {
    var text = new StringBuilder(FORMAT).append('\n');
    List<Object> values =
        List.of(
            table.product(),
            table.model(),
            table.version(),
            table.fullUnits(),
            table.tolerance(),
            table.margin(),
            table.measuredNanos(),
            table.measuredBy());
    for (int i = 0; i < HEAD.size(); i++) {
      text.append(HEAD.get(i)).append('\t').append(plain(values.get(i).toString())).append('\n');
    }
    text.append(COLUMNS).append('\n');
    for (RightSize each : table.kernels()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n",
              each.units(),
              each.leastUnits(),
              each.kernelSize(),
              each.inputSize(),
              each.seconds(),
              text(each.error()),
              each.fullSeconds(),
              text(each.fullError()),
              plain(each.kernel())));
    }
    return text.append(END).append('\t').append(table.kernels().size()).append('\n').toString();
  }

  private static String text(OptionalDouble value) {
    return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
  }

  /** A tab or an end of line in a name would be one in the file. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  /**
   * The table of a text.
   *
   * @throws IllegalArgumentException where it is none, which says the line
   */
  public static RightSizeTable read(String text) {
    List<String> lines = text.lines().toList();
    int at = 0;
    expect(lines, at++, FORMAT);
    Map<String, String> head = new HashMap<>();
    for (String key : HEAD) {
      String line = line(lines, at);
      if (!line.startsWith(key + "\t")) {
        throw wrong(at, "it must be '" + key + "', a tab and its value");
      }
      head.put(key, line.substring(key.length() + 1));
      at++;
    }
    expect(lines, at++, COLUMNS);
    List<RightSize> kernels = new ArrayList<>();
    while (!line(lines, at).startsWith(END + "\t")) {
      kernels.add(kernel(line(lines, at), at));
      at++;
    }
    expect(lines, at, END + "\t" + kernels.size());
    try {
      return new RightSizeTable(
          head.getOrDefault("product", ""),
          head.getOrDefault("model", ""),
          Long.parseLong(head.getOrDefault("version", "")),
          Integer.parseInt(head.getOrDefault("fullUnits", "")),
          Double.parseDouble(head.getOrDefault("tolerance", "")),
          Integer.parseInt(head.getOrDefault("margin", "")),
          Long.parseLong(head.getOrDefault("measuredNanos", "")),
          head.getOrDefault("measuredBy", ""),
          kernels);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a value of its head is no number: " + e.getMessage(), e);
    }
  }

  private static RightSize kernel(String line, int at) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw wrong(at, "it has " + fields.length + " values, and must have " + FIELDS);
    }
    try {
      return new RightSize(
          fields[8],
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Integer.parseInt(fields[1]),
          Integer.parseInt(fields[0]),
          Double.parseDouble(fields[6]),
          optional(fields[7]),
          Double.parseDouble(fields[4]),
          optional(fields[5]));
    } catch (IllegalArgumentException e) {
      throw wrong(at, String.valueOf(e.getMessage()));
    }
  }

  private static OptionalDouble optional(String field) {
    return field.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(field));
  }

  private static void expect(List<String> lines, int at, String wanted) {
    if (!line(lines, at).equals(wanted)) {
      throw wrong(at, "it must be '" + wanted.replace('\t', ' ') + "'");
    }
  }

  private static String line(List<String> lines, int at) {
    if (at >= lines.size()) {
      throw new IllegalArgumentException("it ends before its last line, '" + END + "'");
    }
    return lines.get(at);
  }

  private static IllegalArgumentException wrong(int at, String what) {
    return new IllegalArgumentException("line " + (at + 1) + ": " + what);
  }
}
