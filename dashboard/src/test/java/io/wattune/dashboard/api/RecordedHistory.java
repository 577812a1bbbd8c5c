package io.wattune.dashboard.api;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.store.history.History;
import io.wattune.store.history.NamedEnergy;
import io.wattune.store.history.PastActivity;
import io.wattune.store.history.PowerBucket;
import io.wattune.store.history.RawBucket;
import io.wattune.store.history.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store that says the same in each stretch, and remembers what it was asked. */
final class RecordedHistory implements History {
  final List<TimeRange> asked = new ArrayList<>();

  @Override
  public List<PowerBucket> power(String device, TimeRange range, int atMost) {
    asked.add(range);
    return List.of(new PowerBucket(range.fromNanos(), 3, 100, 90, 110, 1, Quality.CORRECTED));
  }

  @Override
  public List<RawBucket> rawPower(String device, TimeRange range, int atMost) {
    return List.of(new RawBucket(range.fromNanos(), 3, 99));
  }

  @Override
  public List<PowerBucket> fleetPower(String scope, String name, TimeRange range, int atMost) {
    return power(name, range, atMost);
  }

  @Override
  public List<NamedEnergy> namedEnergy(Book book, TimeRange range, @Nullable String device) {
    asked.add(range);
    String name = book == Book.WINDOW10S ? "" : "old";
    return List.of(
        new NamedEnergy("node-1/a", name, false, Map.of(), 2, 60, 3, 16, 2, Quality.CORRECTED),
        new NamedEnergy("node-1/b", name, false, Map.of(), 1, 40, 0, 0, 2, Quality.GAP));
  }

  @Override
  public List<NamedEnergy> userEnergy(Book book, TimeRange range, @Nullable String device) {
    asked.add(range);
    return book == Book.PROCESS
        ? List.of(
            new NamedEnergy("node-1/a", "ada", false, Map.of(), 2, 50, 3, 16, 2, Quality.CORRECTED),
            new NamedEnergy("node-1/a", "", true, Map.of(), 1, 10, 0, 0, 2, Quality.CORRECTED))
        : List.of();
  }

  @Override
  public List<PastActivity> activities(
      String device, TimeRange range, @Nullable Book book, int atMost) {
    return List.of(
        new PastActivity(
            "job",
            "j",
            "old",
            range.fromNanos(),
            range.toNanos(),
            null,
            Map.of(),
            5,
            1,
            Quality.CORRECTED));
  }

  @Override
  public void close() {
    // Nothing to close.
  }
}
