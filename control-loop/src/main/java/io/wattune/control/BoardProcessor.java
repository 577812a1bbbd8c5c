package io.wattune.control;

import io.wattune.schemas.codec.UndecodableException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Puts each record of a topic on a board, and keeps its bytes in a global store, from which it
 * comes back. That Streams fills the store before it starts any task is what makes the boards known
 * before the first decision. A record that cannot be read leaves the board as it is.
 */
final class BoardProcessor implements Processor<String, byte[], Void, Void> {
  /** What every task looks at. */
  interface Board {
    /** A record, or a newer one of its key. */
    void show(String key, byte[] value, long nowNanos) throws UndecodableException;

    /** Somebody has deleted a key. */
    void remove(String key);

    /** A record is not taken, for this reason. */
    void refuse(String key, String why);
  }

  private final String name;
  private final String wantedKey;
  private final int mostBytes;
  private final Board board;
  private ProcessorContext<Void, Void> context;
  private KeyValueStore<String, byte[]> store;

  /**
   * For a board.
   *
   * @param name of the store
   * @param wantedKey what a key must be, in words
   * @param mostBytes a longer record is not taken
   */
  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  BoardProcessor(String name, String wantedKey, int mostBytes, Board board) {
    this.name = name;
    this.wantedKey = wantedKey;
    this.mostBytes = mostBytes;
    this.board = board;
  }

  @Override
  public void init(ProcessorContext<Void, Void> newContext) {
    context = newContext;
    store = context.getStateStore(name);
    try (KeyValueIterator<String, byte[]> restored = store.all()) {
      restored.forEachRemaining(each -> show(each.key, each.value));
    }
  }

  @Override
  public void process(Record<String, byte[]> record) {
    String key = record.key();
    byte[] value = record.value();
    if (key == null) {
      board.refuse("without a key", "the key must be " + wantedKey);
    } else if (value == null) {
      store.delete(key);
      board.remove(key);
    } else if (value.length > mostBytes) {
      board.refuse(key, "they have " + value.length + " bytes");
    } else {
      store.put(key, value);
      show(key, value);
    }
  }

  private void show(String key, byte[] value) {
    try {
      board.show(key, value, context.currentSystemTimeMs() * 1_000_000);
    } catch (UndecodableException e) {
      board.refuse(key, e.detail());
    }
  }
}
