package io.wattune.dashboard.grafana;

import java.util.regex.Pattern;

/**
 * What can be chosen at the top of a board.
 *
 * @param name in queries
 * @param label for people
 * @param query Flux whose values can be chosen
 * @param many whether several can be chosen, and all
 */
record Variable(String name, String label, String query, boolean many) {
  private static final Pattern LEGAL = Pattern.compile("[a-z]+");

  Variable {
    if (!LEGAL.matcher(name).matches()) {
      throw new IllegalArgumentException("name must be small letters, was '" + name + "'");
    }
  }
}
