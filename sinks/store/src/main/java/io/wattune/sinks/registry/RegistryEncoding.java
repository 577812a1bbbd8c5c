package io.wattune.sinks.registry;

import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Turns Avro's single-object encoding into a registry's: a zero, the schema's number as four bytes,
 * big end first, and the record, which is the same bytes in both. Not for several threads.
 */
final class RegistryEncoding {
  private static final byte MAGIC = 0;

  private record Known(String subject, long fingerprint) {}

  private final SchemaStore schemas;
  private final SchemaRegistry registry;
  private final Map<Known, Integer> numbers = new HashMap<>();
  private final Map<Topic, RecordDecoder<?>> decoders = new EnumMap<>(Topic.class);

  RegistryEncoding(SchemaStore schemas, SchemaRegistry registry) {
    this.schemas = schemas;
    this.registry = registry;
  }

  /** The key as text; null where there is none. */
  @Nullable String key(byte @Nullable [] key) {
    return key == null ? null : new String(key, StandardCharsets.UTF_8);
  }

  /**
   * The value in the registry's encoding; null for null, which says that a key has gone.
   *
   * @param topic the topic that it is of
   * @param target the topic that it goes to
   * @throws UndecodableException where it is no record of that topic: whoever reads on would stop
   */
  byte @Nullable [] encode(Topic topic, String target, byte @Nullable [] value)
      throws UndecodableException, IOException, EngineException, InterruptedException {
    if (value == null) {
      return null;
    }
    SpecificRecordBase unused = decoders.computeIfAbsent(topic, this::decoder).decode(value);
    long fingerprint = RecordDecoder.fingerprintOf(value);
    int body = value.length - RecordDecoder.HEADER_BYTES;
    return ByteBuffer.allocate(1 + Integer.BYTES + body)
        .put(MAGIC)
        .putInt(number(new Known(target + "-value", fingerprint)))
        .put(value, RecordDecoder.HEADER_BYTES, body)
        .array();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Avro has the class of a schema without its type.
  private RecordDecoder<?> decoder(Topic topic) {
    Schema schema = topic.recordSchema().orElseThrow();
    return new RecordDecoder<>(
        SpecificData.get().getClass(schema).asSubclass(SpecificRecordBase.class), schemas);
  }

  private int number(Known known) throws IOException, EngineException, InterruptedException {
    Integer number = numbers.get(known);
    if (number == null) {
      Schema schema = schemas.byFingerprint(known.fingerprint());
      if (schema == null) {
        throw new IllegalStateException("the schema of a record was there a moment ago");
      }
      number = registry.register(known.subject(), schema);
      numbers.put(known, number);
    }
    return number;
  }
}
