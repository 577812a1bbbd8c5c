package io.wattune.schemas.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.EncoderFactory;

/** Records as a program with another schema would write them. */
final class WrittenWith {

  private WrittenWith() {}

  /** A record of any schema in the single-object encoding, made without the code under test. */
  static byte[] encode(GenericRecord record) throws IOException {
    var body = new ByteArrayOutputStream();
    var encoder = EncoderFactory.get().directBinaryEncoder(body, null);
    new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return singleObject(
        SchemaNormalization.parsingFingerprint64(record.getSchema()), body.toByteArray());
  }

  /** Header and body. */
  static byte[] singleObject(long fingerprint, byte[] body) {
    return ByteBuffer.allocate(10 + body.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 0x01)
        .putLong(fingerprint)
        .put(body)
        .array();
  }

  /** A store that knows the committed history and these. */
  static SchemaStore store(Schema... schemas) {
    return fingerprint -> {
      for (Schema schema : schemas) {
        if (SchemaNormalization.parsingFingerprint64(schema) == fingerprint) {
          return schema;
        }
      }
      return BundledSchemas.get().byFingerprint(fingerprint);
    };
  }
}
