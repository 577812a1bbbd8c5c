package io.wattune.schemas.codec;

import io.wattune.schemas.reject.RefusedValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of one type from Avro's single-object encoding, whichever version of the schema
 * they were written with. Bytes are hostile until shown otherwise: the whole body is walked before
 * anything is allocated for it, so that a record costs memory in proportion to its bytes. Keeps a
 * reader for each schema that it has met; one for each thread.
 *
 * @param <T> the generated class of the record
 */
public final class RecordDecoder<T extends SpecificRecordBase> {

  /** The two bytes {@code C3 01} as a little-endian int16. */
  static final short MARKER = (short) 0x01C3;

  /** What stands before the body: the marker and the fingerprint. */
  public static final int HEADER_BYTES = Short.BYTES + Long.BYTES;

  /** The schema that a writer used, and what turns its bodies into records. */
  private record Version<T>(Schema schema, SpecificDatumReader<T> reader) {}

  private final TrustedClasses classes;
  private final Schema schema;
  private final SchemaStore store;
  private final BodyCheck check = new BodyCheck();
  private final Map<Long, Version<T>> versions = new HashMap<>();
  private @Nullable BinaryDecoder decoder;

  /** Reads what was written with a schema of the committed history. */
  public RecordDecoder(Class<T> record) {
    this(record, BundledSchemas.get());
  }

  /** Reads what was written with a schema of the store. */
  public RecordDecoder(Class<T> record, SchemaStore store) {
    this.classes = new TrustedClasses(record);
    this.schema = classes.getSchema(record);
    this.store = store;
  }

  /**
   * Decodes one record.
   *
   * @param bytes the whole record, and nothing else; null, which Kafka gives for a deleted key, is
   *     refused too
   * @throws UndecodableException where the bytes are not such a record
   */
  public T decode(byte @Nullable [] bytes) throws UndecodableException {
    if (bytes == null) {
      throw new UndecodableException(
          UndecodableException.NO_VALUE,
          "a "
              + schema.getName()
              + " has no value: its key was deleted, which only compacted topics may do");
    }
    RefusedValue.Reason refused = RefusedValue.reason(bytes);
    if (refused != null) {
      throw new UndecodableException(refused.code(), refused.detail());
    }
    Version<T> version = version(fingerprint(bytes));
    check.check(version.schema(), bytes, HEADER_BYTES);
    decoder =
        DecoderFactory.get()
            .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, decoder);
    try {
      return version.reader().read(null, decoder);
    } catch (IOException | RuntimeException e) {
      throw new UndecodableException(
          UndecodableException.INCOMPATIBLE_SCHEMA,
          "a " + schema.getName() + " cannot be made from the schema it was written with: " + e,
          e);
    }
  }

  /** The fingerprint of a record that this decoder has decoded. */
  public static long fingerprintOf(byte[] decoded) {
    return ByteBuffer.wrap(decoded).order(ByteOrder.LITTLE_ENDIAN).getLong(Short.BYTES);
  }

  private long fingerprint(byte[] bytes) throws UndecodableException {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < Short.BYTES || header.getShort(0) != MARKER) {
      throw new UndecodableException(
          UndecodableException.NO_MARKER,
          ("a %s must start with the bytes C3 01 (Avro single-object encoding); its %s "
                  + "bytes do not: who else writes to this topic?")
              .formatted(schema.getName(), bytes.length));
    }
    if (bytes.length < HEADER_BYTES) {
      throw new UndecodableException(
          UndecodableException.TRUNCATED,
          "a %s ended after %s bytes, inside its fingerprint of %s bytes"
              .formatted(schema.getName(), bytes.length, HEADER_BYTES));
    }
    return header.getLong(Short.BYTES);
  }

  private Version<T> version(long fingerprint) throws UndecodableException {
    Version<T> known = versions.get(fingerprint);
    if (known != null) {
      return known;
    }
    Schema writer = store.byFingerprint(fingerprint);
    if (writer == null) {
      throw new UndecodableException(
          UndecodableException.UNKNOWN_SCHEMA,
          String.format(
              Locale.ROOT,
              "no schema has the fingerprint %016x, with which a %s was written; update this"
                  + " reader, or let the writer publish its schema first",
              fingerprint,
              schema.getName()));
    }
    if (!writer.getFullName().equals(schema.getFullName())) {
      throw new UndecodableException(
          UndecodableException.WRONG_RECORD,
          "expected a " + schema.getName() + ", found a " + writer.getFullName());
    }
    var version = new Version<>(writer, new SpecificDatumReader<T>(writer, schema, classes));
    versions.put(fingerprint, version);
    return version;
  }
}
