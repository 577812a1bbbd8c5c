package io.wattune.control;

import io.prometheus.metrics.core.metrics.Counter;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizes;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest right-size tables, for every task to look at. Written by one thread, read by any. */
final class RightSizeBoard implements RightSizes, BoardProcessor.Board {
  private static final Logger LOG = LoggerFactory.getLogger(RightSizeBoard.class);

  private final Counter refused;
  private final RightSizeTableCodec codec = new RightSizeTableCodec();
  private final Map<String, RightSizeTable> byKey = new ConcurrentHashMap<>();

  /**
   * An empty board.
   *
   * @param refused counts the tables that are not taken
   */
  RightSizeBoard(Counter refused) {
    this.refused = refused;
  }

  /** Takes a table, unless a newer one is known. */
  @Override
  public void show(String key, byte[] value, long nowNanos) throws UndecodableException {
    RightSizeTable table = codec.decode(value);
    RecordKey.check(key, table.key());
    RightSizeTable known = byKey.get(key);
    if (known != null && known.version() > table.version()) {
      refuse(key, "version " + table.version() + " is stale");
    } else {
      byKey.put(key, table);
    }
  }

  @Override
  public void remove(String key) {
    byKey.remove(key);
  }

  @Override
  public void refuse(String key, String why) {
    refused.inc();
    LOG.warn("right-sizes of '{}' are left alone: {}", key, why);
  }

  @Override
  public @Nullable RightSizeTable of(String product, String model) {
    return byKey.get(RightSizeTable.key(product, model));
  }
}
