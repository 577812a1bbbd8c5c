package io.wattune.replay.report;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.RollUp;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which sums of activities a report has: of each book with activities, by name, job, user, node.
 */
final class RollUpTables {
  static final String NODE = "node";

  private RollUpTables() {}

  /**
   * One of them.
   *
   * @param by what the energies are summed by
   */
  record RollUpTable(Book book, String by, List<EnergyTotal> totals) {}

  static List<RollUpTable> of(ReplayResult result) {
    List<LedgerEntry> entries =
        result.devices().stream()
            .flatMap(d -> Stream.concat(d.activities().stream(), d.windows().stream()))
            .filter(entry -> entry.book().level() >= 0)
            .toList();
    List<RollUpTable> tables = new ArrayList<>();
    for (Book book : Book.values()) {
      if (entries.stream().noneMatch(entry -> entry.book() == book)) {
        continue;
      }
      tables.add(new RollUpTable(book, "name", RollUp.byName(book, entries)));
      for (String label : List.of("job", "user")) {
        if (entries.stream().anyMatch(e -> e.book() == book && e.labels().containsKey(label))) {
          tables.add(new RollUpTable(book, label, RollUp.byLabel(book, entries, label)));
        }
      }
      tables.add(new RollUpTable(book, NODE, RollUp.byNode(book, entries)));
    }
    return tables;
  }

  /** What a total is of, for people. */
  static String words(RollUpTable table, EnergyTotal total) {
    String key = total.key();
    if (total.isRemainder()) {
      return EnergyTotal.NOT_ATTRIBUTED;
    }
    return key == null ? EnergyTotal.without(table.by()) : key;
  }
}
