package io.wattune.evaluation.energymodel;

import io.wattune.schemas.table.CsvTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which row of counters a row of power is of. First by name: the text of the first column, or of
 * another column of texts, that no other row has. Else as AccelWattch names them: {@code btree_k2}
 * is the second row of the benchmark whose name begins with {@code btree} where letters and digits
 * alone count, as {@code b+tree-rodinia-3.1} does; a benchmark that ends in {@code _k2} itself is
 * the second of its own. Where two benchmarks begin so, the one that is no longer is meant, or else
 * none.
 */
final class KernelNames {
  private static final Pattern NUMBERED = Pattern.compile("(.+)_k([0-9]{1,6})");

  private final Map<String, Integer> byName = new HashMap<>();
  private final List<Numbered> numbered = new ArrayList<>();

  /** The so-many-th kernel of a benchmark. */
  private record Numbered(String benchmark, int number, int row) {}

  /**
   * @param table the counters
   * @param texts the columns of texts, the first column first
   */
  KernelNames(CsvTable table, List<Integer> texts) {
    for (int column : texts) {
      Map<String, Integer> of = new HashMap<>();
      for (int row = 0; row < table.rows(); row++) {
        of.merge(table.cell(row, column), row, (one, other) -> -1);
      }
      of.forEach(byName::putIfAbsent);
    }
    Map<String, Integer> seen = new HashMap<>();
    for (int row = 0; row < table.rows(); row++) {
      String benchmark = table.cell(row, 0);
      Matcher own = NUMBERED.matcher(benchmark);
      if (own.matches()) {
        numbered.add(new Numbered(own.group(1), Integer.parseInt(own.group(2)), row));
      } else {
        numbered.add(new Numbered(benchmark, seen.merge(benchmark, 1, Integer::sum), row));
      }
    }
  }

  /** The row of a kernel's counters; null where none or more than one may be it. */
  @Nullable Integer row(String kernel) {
    Integer exact = byName.get(kernel);
    if (exact != null) {
      return exact < 0 ? null : exact;
    }
    Matcher name = NUMBERED.matcher(kernel);
    if (!name.matches()) {
      return null;
    }
    String wanted = letters(name.group(1));
    int number = Integer.parseInt(name.group(2));
    List<Numbered> found =
        numbered.stream()
            .filter(each -> each.number() == number && begins(each.benchmark(), wanted))
            .toList();
    if (found.size() > 1) {
      found = found.stream().filter(each -> letters(each.benchmark()).equals(wanted)).toList();
    }
    return found.size() == 1 ? found.get(0).row() : null;
  }

  /** Whether a name begins with these letters and digits, and a word ends there. */
  private static boolean begins(String benchmark, String wanted) {
    int matched = 0;
    int at = 0;
    while (at < benchmark.length() && matched < wanted.length()) {
      String letter = letters(benchmark.substring(at, at + 1));
      if (!letter.isEmpty()) {
        if (letter.charAt(0) != wanted.charAt(matched)) {
          return false;
        }
        matched++;
      }
      at++;
    }
    boolean isWordsEnd =
        at == benchmark.length() || letters(benchmark.substring(at, at + 1)).isEmpty();
    return !wanted.isEmpty() && matched == wanted.length() && isWordsEnd;
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
