package io.wattune.dashboard.api;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tables as comma-separated values (RFC 4180): a line with the headings, lines that end in CR LF,
 * quotes around what has a comma, a quote or a line's end. A text that a spreadsheet would take for
 * a formula gets an apostrophe before it; numbers are written plainly and stay as they are.
 */
final class Csv {
  private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");
  private static final String FORMULA = "=+-@\t\r";

  private Csv() {}

  static String of(Table table) {
    StringBuilder text = new StringBuilder();
    line(text, table.columns());
    table.rows().forEach(row -> line(text, row));
    return text.toString();
  }

  private static void line(StringBuilder text, List<? extends @Nullable Object> cells) {
    for (int i = 0; i < cells.size(); i++) {
      text.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
    }
    text.append("\r\n");
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Double number) {
      return new BigDecimal(number.toString()).toPlainString();
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    String text = value.toString();
    boolean isFormula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    String harmless = isFormula ? "'" + text : text;
    return QUOTED.matcher(harmless).find() ? '"' + harmless.replace("\"", "\"\"") + '"' : harmless;
  }
}
