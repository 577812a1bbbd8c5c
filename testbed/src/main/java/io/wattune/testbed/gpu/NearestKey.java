package io.wattune.testbed.gpu;

import java.util.List;

/** The known key that an unknown one was most likely meant to be: the least edits away. */
final class NearestKey {

  private NearestKey() {}

  /** The nearest of some keys; the first of those that are equally near. */
  static String of(String key, List<String> known) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int edits = edits(key, candidate);
      if (edits < least) {
        least = edits;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Letters to add, drop or change, by Levenshtein's rule. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
