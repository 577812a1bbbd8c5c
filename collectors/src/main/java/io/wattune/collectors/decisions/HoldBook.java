package io.wattune.collectors.decisions;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.gate.Holds;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest hold of each key of the topic, which is the hold's id. Where a record's key is not the
 * id in it, the key counts, since it is what the topic is compacted by: two such records with one
 * id are two holds, and both are obeyed. A hold that cannot be read holds everything until its id
 * is written again or deleted: what somebody wanted left alone is not known. Used by one thread.
 */
final class HoldBook {
  private static final Logger LOG = LoggerFactory.getLogger(HoldBook.class);
  private static final String UNKNOWN = "unknown";

  private Holds holds = Holds.NONE;

  Holds holds() {
    return holds;
  }

  /** A new reading from the beginning; what was known counts until it is whole. */
  HoldBook begin() {
    return new HoldBook();
  }

  void end(HoldBook whole) {
    holds = whole.holds;
  }

  void take(ConsumerRecord<String, byte[]> record, SchemaStore schemas) {
    String id = record.key() == null ? UNKNOWN : record.key();
    if (record.value() == null) {
      holds = holds.without(id);
      return;
    }
    try {
      Hold hold = new HoldCodec(schemas).decode(record.value());
      holds = holds.with(record.key() == null ? hold : hold.named(id));
    } catch (UndecodableException e) {
      LOG.error(
          "hold '{}' cannot be read and so everything is held; release it, or delete its key: {}",
          id,
          e.detail());
      holds =
          holds.with(
              new Hold(
                  id,
                  HoldScope.ALL,
                  "",
                  Long.MIN_VALUE,
                  Hold.UNTIL_RELEASED,
                  UNKNOWN,
                  "a record that cannot be read: " + e.reason(),
                  false));
    }
  }
}
