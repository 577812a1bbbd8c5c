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
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The committed history, and behind it what writers have published to the topic {@code schemas}, to
 * which it connects only when a record comes whose schema is not in the history. A schema that is
 * not known makes it read the topic to its end: not more than {@value #MOST_LOOKS} times in a row
 * and then once a second, so that a flood of made-up fingerprints costs little. Not thread-safe;
 * one, with its consumer, for each thread.
 */
public final class PublishedSchemas implements SchemaStore, AutoCloseable {

  static final int MOST_LOOKS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(PublishedSchemas.class);
  private static final long NANOS_PER_LOOK = 1_000_000_000;
  static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

  /** A fleet has some versions of 13 records; more is an attack on the memory. */
  private static final int MOST_SCHEMAS = 1_000;

  private final Supplier<PartitionReader<String>> connection;
  private final String topic;
  private final LongSupplier clockNanos;
  private final Map<Long, Schema> taken = new HashMap<>();
  private @Nullable PartitionReader<String> reader;
  private long looksLeft = MOST_LOOKS;
  private long refilledNanos;

  public PublishedSchemas(KafkaAccess kafka, Namespace namespace) {
    this(
        () ->
            PartitionReader.of(
                kafka, Map.of("default.api.timeout.ms", (int) LONGEST_LOOK.toMillis())),
        namespace,
        System::nanoTime);
  }

  PublishedSchemas(
      Supplier<PartitionReader<String>> connection, Namespace namespace, LongSupplier clockNanos) {
    this.connection = connection;
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
      look(connected());
      known = taken.get(fingerprint);
    }
    return known;
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

  private PartitionReader<String> connected() {
    PartitionReader<String> known = reader;
    if (known == null) {
      known = connection.get();
      reader = known;
    }
    return known;
  }

  private void look(PartitionReader<String> from) {
    try {
      if (!readToEnd(from)) {
        LOG.warn(
            "topic {} could not be read to its end in {}; will look again", topic, LONGEST_LOOK);
      }
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("topic {} cannot be read; will look again: {}", topic, KafkaTrouble.line(e));
    }
  }

  private boolean readToEnd(PartitionReader<String> from) {
    long startNanos = clockNanos.getAsLong();
    if (from.assigned().isEmpty()) {
      from.addFromBeginning(from.partitions(topic));
    }
    return from.readTo(
        from.ends(from.assigned()),
        () -> clockNanos.getAsLong() - startNanos <= LONGEST_LOOK.toNanos(),
        this::take);
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      return; // Deleted by an operator; what was read before is no worse for it.
    }
    Schema schema =
        taken.size() < MOST_SCHEMAS ? ForeignSchema.read(record.key(), record.value()) : null;
    if (schema != null) {
      taken.put(SchemaNormalization.parsingFingerprint64(schema), schema);
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }

  /** The same, within a time. */
  public void close(Duration atMost) {
    if (reader != null) {
      reader.close(atMost);
    }
  }
}
