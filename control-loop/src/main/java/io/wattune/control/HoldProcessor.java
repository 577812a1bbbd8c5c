package io.wattune.control;

import io.wattune.schemas.codec.HoldCodec;
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
 * Puts every hold on the board, and keeps its bytes in the global store. That Streams fills the
 * store before it starts any task is what makes the holds known before the first decision.
 */
final class HoldProcessor implements Processor<String, byte[], Void, Void> {
  static final String STORE = "holds";

  private static final Logger LOG = LoggerFactory.getLogger(HoldProcessor.class);

  private final ControllerParts parts;
  private final HoldCodec codec;
  private ProcessorContext<Void, Void> context;
  private KeyValueStore<String, byte[]> store;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  HoldProcessor(ControllerParts parts) {
    this.parts = parts;
    // An order that only a published schema explains is whatever the schema's sender says it is.
    this.codec = new HoldCodec();
  }

  @Override
  public void init(ProcessorContext<Void, Void> newContext) {
    context = newContext;
    store = context.getStateStore(STORE);
    try (KeyValueIterator<String, byte[]> restored = store.all()) {
      while (restored.hasNext()) {
        KeyValue<String, byte[]> hold = restored.next();
        show(hold.key, hold.value);
      }
    }
  }

  @Override
  public void process(Record<String, byte[]> record) {
    String key = record.key();
    byte[] value = record.value();
    if (key == null) {
      unreadable("without a key", "the key must be the hold's id");
    } else if (value == null) {
      store.delete(key);
      parts.holds().remove(key);
    } else {
      store.put(key, value);
      show(key, value);
    }
  }

  private void show(String key, byte[] value) {
    try {
      // The key is what the topic is compacted by: it counts where the id in the record is another.
      parts.holds().put(codec.decode(value).named(key), nowNanos());
    } catch (UndecodableException e) {
      unreadable(key, e.detail());
    }
  }

  private void unreadable(String key, String why) {
    parts.counters().unreadableHolds.inc();
    LOG.warn("hold '{}' cannot be read and is left to the nodes' own gates: {}", key, why);
  }

  private long nowNanos() {
    return context.currentSystemTimeMs() * 1_000_000;
  }
}
