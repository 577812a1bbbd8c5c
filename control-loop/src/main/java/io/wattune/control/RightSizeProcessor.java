package io.wattune.control;

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
  private final RightSizeTableCodec codec = new RightSizeTableCodec();
  private KeyValueStore<String, byte[]> store;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  RightSizeProcessor(RightSizeBoard board) {
    this.board = board;
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
      LOG.warn("right-sizes without a key are left alone");
    } else if (value == null) {
      store.delete(key);
      board.remove(key);
    } else if (value.length > RecordLimits.MOST_BYTES) {
      LOG.warn("right-sizes of '{}' have {} bytes and are left alone", key, value.length);
    } else {
      store.put(key, value);
      show(key, value);
    }
  }

  private void show(String key, byte[] value) {
    try {
      RightSizeTable table = codec.decode(value);
      RecordKey.check(key, table.key());
      board.put(table);
    } catch (UndecodableException e) {
      LOG.warn("right-sizes of '{}' cannot be read and are left alone: {}", key, e.detail());
    }
  }
}
