package io.wattune.kafka;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.ForeignSchema;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The committed history, and behind it what writers have published to the topic {@code schemas}. A
 * schema that is not known makes it read the topic to its end: not more than {@value #MOST_LOOKS}
 * times in a row and then once a second, so that a flood of made-up fingerprints costs little.
 *
 * <p>Each published schema is counted once, as taken or as refused: {@code schemasRead =
 * schemasTaken + schemasRefused}. Not thread-safe; one, with its consumer, for each thread.
 */
final class TopicSchemaStore implements SchemaStore, AutoCloseable {

  static final int MOST_LOOKS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(TopicSchemaStore.class);
  private static final long NANOS_PER_LOOK = 1_000_000_000;
  static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

  /** A fleet has some versions of 13 records; more is an attack on the memory. */
  private static final int MOST_SCHEMAS = 1_000;

  private final PartitionReader<String> reader;
  private final String topic;
  private final LongSupplier clockNanos;
  private final Map<Long, Schema> taken = new HashMap<>();
  private long looksLeft = MOST_LOOKS;
  private long refilledNanos;
  private long schemasRead;
  private long schemasTaken;
  private long schemasRefused;
  private long looksFailed;

  /** Takes the reader over, and closes it in the end. */
  TopicSchemaStore(PartitionReader<String> reader, Namespace namespace) {
    this(reader, namespace, System::nanoTime);
  }

  TopicSchemaStore(PartitionReader<String> reader, Namespace namespace, LongSupplier clockNanos) {
    this.reader = reader;
    this.topic = namespace.topic(Topic.SCHEMAS);
    this.clockNanos = clockNanos;
    this.refilledNanos = clockNanos.getAsLong();
  }

  @Override
  public @Nullable Schema byFingerprint(long fingerprint) {
    Schema committed = BundledSchemas.get().byFingerprint(fingerprint);
    if (committed != null) {
      return committed;
    }
    Schema known = taken.get(fingerprint);
    if (known == null && mayLook()) {
      look();
      known = taken.get(fingerprint);
    }
    return known;
  }

  /** Schemas that were read from the topic. */
  long schemasRead() {
    return schemasRead;
  }

  /** Of those, schemas that can be used. */
  long schemasTaken() {
    return schemasTaken;
  }

  /** Of those, schemas that are not ours, not what their key says, too large, or too many. */
  long schemasRefused() {
    return schemasRefused;
  }

  /** How often the topic could not be read to its end. */
  long looksFailed() {
    return looksFailed;
  }

  private boolean mayLook() {
    long now = clockNanos.getAsLong();
    long earned = (now - refilledNanos) / NANOS_PER_LOOK;
    if (earned > 0) {
      looksLeft = Math.min(MOST_LOOKS, looksLeft + earned);
      refilledNanos += earned * NANOS_PER_LOOK;
    }
    if (looksLeft == 0) {
      return false;
    }
    looksLeft--;
    return true;
  }

  private void look() {
    try {
      if (!readToEnd()) {
        looksFailed++;
        LOG.warn(
            "topic {} could not be read to its end in {}; will look again", topic, LONGEST_LOOK);
      }
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      looksFailed++;
      LOG.warn("topic {} cannot be read; will look again: {}", topic, KafkaTrouble.line(e));
    }
  }

  private boolean readToEnd() {
    long startNanos = clockNanos.getAsLong();
    if (reader.assigned().isEmpty()) {
      reader.addFromBeginning(reader.partitions(topic));
    }
    return reader.readTo(
        reader.ends(reader.assigned()),
        () -> clockNanos.getAsLong() - startNanos <= LONGEST_LOOK.toNanos(),
        this::take);
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      return; // Deleted by an operator; what was read before is no worse for it.
    }
    schemasRead++;
    Schema schema =
        taken.size() < MOST_SCHEMAS ? ForeignSchema.read(record.key(), record.value()) : null;
    if (schema == null) {
      schemasRefused++;
      return;
    }
    schemasTaken++;
    taken.put(SchemaNormalization.parsingFingerprint64(schema), schema);
  }

  @Override
  public void close() {
    reader.close();
  }

  void close(Duration atMost) {
    reader.close(atMost);
  }
}
