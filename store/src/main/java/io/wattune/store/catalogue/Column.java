package io.wattune.store.catalogue;

import java.util.regex.Pattern;

/**
 * A tag or a field of a measurement.
 *
 * @param name small letters and underscores, the unit at its end where it has one
 * @param type what it holds
 * @param description one sentence
 */
public record Column(String name, ColumnType type, String description) {
  private static final Pattern LEGAL = Pattern.compile("[a-z][a-z0-9_]*");

  public Column {
    if (!LEGAL.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a column's name must be small letters, digits and underscores, was '" + name + "'");
    }
  }
}
