package io.wattune.control;

import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The newest right-size tables, for every task to look at. For any thread. */
final class RightSizeBoard implements RightSizes {
  private final Map<String, RightSizeTable> byKey = new ConcurrentHashMap<>();

  /**
   * Takes a table, unless a newer one is known.
   *
   * @return whether it was taken
   */
  boolean put(RightSizeTable table) {
    RightSizeTable newest =
        byKey.merge(
            table.key(),
            table,
            (known, other) -> other.version() >= known.version() ? other : known);
    return newest.version() == table.version();
  }

  /** Somebody has deleted its key. */
  void remove(String key) {
    byKey.remove(key);
  }

  @Override
  public @Nullable RightSizeTable of(String product, String model) {
    return byKey.get(RightSizeTable.key(product, model));
  }
}
