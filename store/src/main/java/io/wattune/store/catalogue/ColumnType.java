package io.wattune.store.catalogue;

/** What a column of a measurement holds, and what the embedded store calls that. */
public enum ColumnType {
  TAG("tag", "SYMBOL"),
  DECIMAL("decimal", "DOUBLE"),
  INTEGER("integer", "LONG"),
  TEXT("text", "VARCHAR"),
  FLAG("flag", "BOOLEAN");

  private final String label;
  private final String sqlType;

  ColumnType(String label, String sqlType) {
    this.label = label;
    this.sqlType = sqlType;
  }

  /** The word for it in the reference. */
  public String label() {
    return label;
  }

  /** Type of the column in the embedded store. */
  public String sqlType() {
    return sqlType;
  }
}
