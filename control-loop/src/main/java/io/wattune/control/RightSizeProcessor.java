package io.wattune.control;

import io.prometheus.metrics.core.metrics.Counter;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.codec.UndecodableException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts right-size tables on the board, and keeps their bytes in the global store, from which they
 * come back. One that cannot be read leaves the one before where it is.
 */
final class RightSizeProcessor implements Processor<String, byte[], Void, Void> {
  static final String STORE = "right-sizes";

  private static final Logger LOG = LoggerFactory.getLogger(RightSizeProcessor.class);

  private final RightSizeBoard board;
  private final Counter refused;
  private final RightSizeTableCodec codec = new RightSizeTableCodec();
  private KeyValueStore<String, byte[]> store;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  RightSizeProcessor(RightSizeBoard board, Counter refused) {
    this.board = board;
    this.refused = refused;
  }

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    store = context.getStateStore(STORE);
    try (KeyValueIterator<String, byte[]> restored = store.all()) {
      while (restored.hasNext()) {
        KeyValue<String, byte[]> each = restored.next();
        show(each.key, each.value);
      }
    }
  }

  @Override
  public void process(Record<String, byte[]> record) {
    String key = record.key();
    byte[] value = record.value();
    if (key == null) {
      refuse("without a key", "the key must be <product>/<model>");
    } else if (value == null) {
      store.delete(key);
      board.remove(key);
    } else if (value.length > RecordLimits.MOST_BYTES) {
      refuse(key, "they have " + value.length + " bytes");
    } else {
      store.put(key, value);
      show(key, value);
    }
  }

  private void show(String key, byte[] value) {
    try {
      RightSizeTable table = codec.decode(value);
      RecordKey.check(key, table.key());
      if (!board.put(table)) {
        refuse(key, "version " + table.version() + " is stale");
      }
    } catch (UndecodableException e) {
      refuse(key, e.detail());
    }
  }

  private void refuse(String key, String why) {
    refused.inc();
    LOG.warn("right-sizes of '{}' are left alone: {}", key, why);
  }
}
