package io.wattune.launcher.replay;

import io.wattune.core.ledger.entry.LedgerEntry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What two ledgers of some thousand entries differ in, field by field. A recursive comparison looks
 * for each entry among all that it has seen, and takes minutes for as many.
 */
final class EntryDifferences {
  private EntryDifferences() {}

  /**
   * A line for each field that differs, and for each entry that only one of them has.
   *
   * @param but the fields that may differ
   */
  static List<String> between(
      Map<String, LedgerEntry> expected, Map<String, LedgerEntry> actual, Set<String> but) {
    List<String> differences = new ArrayList<>();
    new TreeMap<>(expected)
        .forEach(
            (id, entry) -> {
              LedgerEntry other = actual.get(id);
              if (other == null) {
                differences.add(id + " is missing");
              } else {
                addFields(differences, entry, other, but);
              }
            });
    new TreeMap<>(actual)
        .keySet().stream()
            .filter(id -> !expected.containsKey(id))
            .forEach(id -> differences.add(id + " is not expected"));
    return differences;
  }

  private static void addFields(
      List<String> differences, LedgerEntry expected, LedgerEntry actual, Set<String> but) {
    for (RecordComponent field : LedgerEntry.class.getRecordComponents()) {
      Object wanted = valueOf(field, expected);
      Object got = valueOf(field, actual);
      if (!but.contains(field.getName()) && !Objects.equals(wanted, got)) {
        differences.add(
            expected.entryId() + " " + field.getName() + ": " + got + " in place of " + wanted);
      }
    }
  }

  private static Object valueOf(RecordComponent field, LedgerEntry entry) {
    try {
      return field.getAccessor().invoke(entry);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
