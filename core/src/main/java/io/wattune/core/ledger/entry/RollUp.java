package io.wattune.core.ledger.entry;

import io.wattune.core.Quality;
import io.wattune.core.device.DeviceId;
import io.wattune.core.ledger.Book;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sums of one book's entries by what they have in common. The totals sum to the book.
 *
 * <p>Gain and offset are common to all entries of a device, and a level is to the repeats that
 * share it, so these errors add up within a device; all else, and what is of different devices, is
 * independent and adds in squares. Tests: {@code RollUpTest}, {@code RepeatedActivitiesTest}.
 */
public final class RollUp {
  private RollUp() {}

  /** By the activities' names. */
  public static List<EnergyTotal> byName(Book book, Collection<LedgerEntry> entries) {
    return by(book, entries, LedgerEntry::name);
  }

  /** By an owner label: job, user or any other. */
  public static List<EnergyTotal> byLabel(
      Book book, Collection<LedgerEntry> entries, String label) {
    return by(book, entries, entry -> entry.labels().get(label));
  }

  /** By node. */
  public static List<EnergyTotal> byNode(Book book, Collection<LedgerEntry> entries) {
    return by(book, entries, entry -> DeviceId.nodeOf(entry.device()));
  }

  /** The one with most energy first; what is nobody's, last. */
  private static List<EnergyTotal> by(
      Book book, Collection<LedgerEntry> entries, Function<LedgerEntry, @Nullable String> key) {
    record Group(@Nullable String key, boolean isRemainder) {}
    Map<Group, Sum> sums = new LinkedHashMap<>();
    for (LedgerEntry entry : entries) {
      if (entry.book() == book) {
        String of = entry.isRemainder() ? null : key.apply(entry);
        sums.computeIfAbsent(new Group(of, entry.isRemainder()), absent -> new Sum()).add(entry);
      }
    }
    List<EnergyTotal> totals = new ArrayList<>();
    sums.forEach((group, sum) -> totals.add(sum.total(group.key(), group.isRemainder())));
    totals.sort(
        Comparator.comparing(EnergyTotal::isRemainder)
            .thenComparing(Comparator.comparingLong(EnergyTotal::energyMicrojoules).reversed())
            .thenComparing(total -> String.valueOf(total.key())));
    return totals;
  }

  private static final class Sum {
    private final Map<String, Double> scaleByDevice = new HashMap<>();
    private long entries;
    private long microjoules;
    private double variance;
    private @Nullable Long idle = 0L;
    private Quality worst = Quality.MEASURED;

    void add(LedgerEntry entry) {
      double scale = entry.scaleErrorMicrojoules();
      double error = entry.standardErrorMicrojoules();
      entries += entry.activities();
      microjoules += entry.energyMicrojoules();
      variance += Math.max(0, error * error - scale * scale);
      scaleByDevice.merge(entry.device(), scale, Double::sum);
      Attribution attribution = entry.attribution();
      Long own = attribution == null ? null : attribution.idleMicrojoules();
      idle = idle == null || own == null ? null : (Long) (idle + own);
      worst = worst.worst(entry.quality());
    }

    EnergyTotal total(@Nullable String key, boolean isRemainder) {
      double scale = scaleByDevice.values().stream().mapToDouble(s -> s * s).sum();
      return new EnergyTotal(
          key,
          isRemainder,
          entries,
          microjoules,
          Math.round(Math.sqrt(variance + scale)),
          Math.round(Math.sqrt(scale)),
          idle,
          worst);
    }
  }
}
