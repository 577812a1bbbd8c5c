package io.wattune.core.spelling;

import java.util.List;
import java.util.Locale;

/** Finds what somebody meant to write. */
public final class Spelling {

  private Spelling() {}

  /**
   * The known word that fewest changes of one letter make of this one, upper and lower case alike;
   * the first of equals.
   *
   * @param known at least one
   */
  public static String nearest(String word, List<String> known) {
    if (known.isEmpty()) {
      throw new IllegalArgumentException("known must have a word, was empty");
    }
    String nearest = known.get(0);
    int fewest = Integer.MAX_VALUE;
    for (String each : known) {
      int changes = changes(word.toLowerCase(Locale.ROOT), each.toLowerCase(Locale.ROOT));
      if (changes < fewest) {
        fewest = changes;
        nearest = each;
      }
    }
    return nearest;
  }

  /** Letters put in, taken out or replaced (Levenshtein's distance), row by row. */
  private static int changes(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
