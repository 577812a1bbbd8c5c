package io.wattune.store.history;

import io.wattune.core.ledger.Activity;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The user of an entry, from what a store holds of it. */
final class UserText {
  private UserText() {}

  /**
   * A user by the column that holds it, else by the labels of a point that was written before there
   * was one; empty where nobody is named.
   */
  static String of(String column, String labels) throws HistoryException {
    return column.isEmpty() ? LabelText.parse(labels).getOrDefault(Activity.USER, "") : column;
  }

  /** Each device and user once, in the order of both. */
  static List<NamedEnergy> inOrder(Collection<NamedEnergy> sums) {
    return NamedEnergy.merged(sums).stream()
        .sorted(
            Comparator.comparing(NamedEnergy::device)
                .thenComparing(NamedEnergy::isRemainder)
                .thenComparing(NamedEnergy::name))
        .toList();
  }
}
