package io.wattune.report;

/** One line of a comma separated file, quoted as RFC 4180 says where a value needs it. */
public final class CsvLine {
  private final StringBuilder line = new StringBuilder();
  private boolean isEmpty = true;

  /** Adds a value. */
  public CsvLine add(String value) {
    if (!isEmpty) {
      line.append(',');
    }
    isEmpty = false;
    if (needsQuotes(value)) {
      line.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      line.append(value);
    }
    return this;
  }

  /** Adds a number. */
  public CsvLine add(long value) {
    return add(Long.toString(value));
  }

  /** Returns the line with its line feed, and starts the next one. */
  public String end() {
    String text = line.append('\n').toString();
    line.setLength(0);
    isEmpty = true;
    return text;
  }

  private static boolean needsQuotes(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r') {
        return true;
      }
    }
    return false;
  }
}
