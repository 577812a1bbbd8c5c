package io.wattune.collectors.decisions;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.device.DeviceId;
import io.wattune.core.gate.Holds;
import io.wattune.core.gate.Obstacle;
import io.wattune.core.tunable.Configuration;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.signature.TrustedKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest hold of each key of the topic, which is the hold's id. Where a record's key is not the
 * id in it, the key counts, since it is what the topic is compacted by: two such records with one
 * id are two holds, and both are obeyed. A hold that cannot be read holds everything until its id
 * is written again or deleted: what somebody wanted left alone is not known.
 *
 * <p>Settings in a hold are believed by a node as a decision is: where it requires a signature, one
 * without holds the device at its own settings. Used by one thread.
 */
final class HoldBook {
  private static final Logger LOG = LoggerFactory.getLogger(HoldBook.class);
  private static final String UNKNOWN = "unknown";

  private final Map<String, ConsumerRecord<String, byte[]>> withSettings = new HashMap<>();
  private Holds holds = Holds.NONE;
  private final Map<String, ConsumerRecord<String, byte[]>> told = new HashMap<>();

  /** As anybody may order them: those at settings among them. */
  Holds holds() {
    return holds;
  }

  /**
   * As a node believes them.
   *
   * @param trust whom it believes
   * @param wallNanos its clock
   * @param onRefused told once of each order that it does not believe
   */
  Holds believedBy(
      TrustedKeys trust,
      String node,
      long wallNanos,
      BiConsumer<ConsumerRecord<String, byte[]>, Obstacle> onRefused) {
    Holds believed = holds;
    for (Map.Entry<String, ConsumerRecord<String, byte[]>> each : withSettings.entrySet()) {
      Hold hold = holds.byId().get(each.getKey());
      ConsumerRecord<String, byte[]> record = each.getValue();
      if (hold == null || !node.equals(DeviceId.nodeOf(hold.name()))) {
        continue;
      }
      Obstacle refusal =
          trust.refusal(record.topic(), record.key(), record.value(), record.headers(), wallNanos);
      if (refusal != null) {
        believed = believed.with(hold.at(Configuration.EMPTY));
        if (!Objects.equals(told.put(each.getKey(), record), record)) {
          LOG.warn(
              "hold '{}' is for settings of {} and is not believed ({}), so that the device is left"
                  + " at its own: {}",
              each.getKey(),
              hold.name(),
              refusal.reason().code(),
              refusal.detail());
          onRefused.accept(record, refusal);
        }
      }
    }
    return believed;
  }

  /** A new reading from the beginning; what was known counts until it is whole. */
  HoldBook begin() {
    return new HoldBook();
  }

  void end(HoldBook whole) {
    holds = whole.holds;
    withSettings.clear();
    withSettings.putAll(whole.withSettings);
    told.keySet().retainAll(withSettings.keySet());
  }

  void take(ConsumerRecord<String, byte[]> record, SchemaStore schemas) {
    String id = record.key() == null ? UNKNOWN : record.key();
    withSettings.remove(id);
    told.remove(id);
    if (record.value() == null) {
      holds = holds.without(id);
      return;
    }
    try {
      Hold hold = new HoldCodec(schemas).decode(record.value());
      boolean isNamed = record.key() != null;
      holds = holds.with(isNamed ? hold.named(id) : hold.at(Configuration.EMPTY));
      if (isNamed && !hold.settings().isEmpty()) {
        withSettings.put(id, record);
      }
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
