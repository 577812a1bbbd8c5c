package io.wattune.core.thermal.hotspot;

import java.util.ArrayList;
import java.util.List;

/** The lines of a text that say something: no comments, no empty ones. */
final class HotspotLines {
  /** Above any file that HotSpot reads; bounds what a text may cost. */
  static final int MOST_CHARACTERS = 400_000_000;

  private static final int MOST_IN_MESSAGE = 40;

  private HotspotLines() {}

  /**
   * A line.
   *
   * @param number from 1
   * @param words parts between blanks, at least one
   */
  record Line(int number, List<String> words) {}

  static List<Line> of(String text) throws HotspotFormatException {
    if (text.length() > MOST_CHARACTERS) {
      throw new HotspotFormatException("the file is above " + MOST_CHARACTERS + " characters");
    }
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (var it = text.lines().iterator(); it.hasNext(); ) {
      String line = it.next().strip();
      number++;
      if (!line.isEmpty() && line.charAt(0) != '#') {
        lines.add(new Line(number, List.of(line.split("\\s+"))));
      }
    }
    return lines;
  }

  /** A number of a line, finite. */
  static double number(Line line, String word, String what) throws HotspotFormatException {
    try {
      double value = Double.parseDouble(word);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, as infinite numbers are.
    }
    throw new HotspotFormatException(
        line.number(), what + " must be a number, is '" + brief(word) + "'");
  }

  /** A word as a message shows it. */
  static String brief(String word) {
    return word.length() <= MOST_IN_MESSAGE ? word : word.substring(0, MOST_IN_MESSAGE) + "...";
  }
}
