package io.wattune.schemas.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes records of one type in Avro's single-object encoding: {@code C3 01}, the schema's
 * CRC-64-AVRO fingerprint in 8 bytes, little-endian, and the binary body. Reuses its buffer; one
 * for each thread.
 *
 * @param <T> the generated class of the record
 */
public final class RecordEncoder<T extends SpecificRecordBase> {

  private final Class<T> type;
  private final String name;
  private final Schema schema;
  private final BodyCheck check = new BodyCheck();
  private final byte[] header;
  private final SpecificDatumWriter<T> writer;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);
  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(buffer, null);

  public RecordEncoder(Class<T> record) {
    type = record;
    var classes = new TrustedClasses(record);
    schema = classes.getSchema(record);
    name = schema.getName();
    header = header(SchemaNormalization.parsingFingerprint64(schema));
    writer = new SpecificDatumWriter<>(schema, classes);
  }

  /**
   * Encodes one record.
   *
   * @throws IllegalArgumentException where a field that must have a value has none
   * @throws IllegalArgumentException where no reader would take it
   */
  public byte[] encode(T record) {
    buffer.reset();
    buffer.write(header, 0, header.length);
    try {
      writer.write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A buffer in memory does not fail.
    } catch (NullPointerException | ClassCastException e) {
      throw new IllegalArgumentException(
          "a " + name + " does not fit its schema: " + whatIsWrong(record, e), e);
    }
    byte[] bytes = buffer.toByteArray();
    try {
      check.check(schema, bytes, RecordDecoder.HEADER_BYTES);
    } catch (UndecodableException e) {
      throw new IllegalArgumentException("a " + name + " cannot be sent: " + e.detail(), e);
    }
    return bytes;
  }

  /** Which field does not fit: Avro's own walk over the fields says it, generated code does not. */
  private String whatIsWrong(T record, RuntimeException failure) {
    var classes = new TrustedClasses(type);
    classes.setCustomCoders(false);
    try {
      new SpecificDatumWriter<T>(classes.getSchema(type), classes).write(record, encoder);
    } catch (IOException | RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
    return String.valueOf(failure.getMessage());
  }

  private static byte[] header(long fingerprint) {
    return ByteBuffer.allocate(RecordDecoder.HEADER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(RecordDecoder.MARKER)
        .putLong(fingerprint)
        .array();
  }
}
