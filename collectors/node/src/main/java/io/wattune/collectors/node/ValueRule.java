package io.wattune.collectors.node;

/**
 * What a value of a node's file may be.
 *
 * @param kind what it is
 * @param lowest of a number
 * @param highest of a number
 * @param initial what holds without it, as it would be written; empty where nothing does
 * @param unit of a number; empty where it has none of its own
 */
record ValueRule(ValueKind kind, long lowest, long highest, String initial, String unit) {
  static ValueRule of(ValueKind kind, String initial) {
    return new ValueRule(kind, Long.MIN_VALUE, Long.MAX_VALUE, initial, "");
  }

  static ValueRule number(long lowest, long highest, long initial, String unit) {
    return new ValueRule(ValueKind.OPTIONAL_NUMBER, lowest, highest, Long.toString(initial), unit);
  }

  /** 0 where nothing holds without it. */
  long initialNumber() {
    return initial.isEmpty() ? 0 : Long.parseLong(initial);
  }

  boolean isOptional() {
    return kind.words().endsWith("optional");
  }

  /** Its range with the unit, for people; empty where any value will do. */
  String range() {
    return lowest == Long.MIN_VALUE
        ? ""
        : lowest + ".." + highest + (unit.isEmpty() ? "" : " " + unit);
  }
}
