package io.wattune.archive;

import io.wattune.archive.Placement.GroupedRecord;
import io.wattune.schemas.codec.UndecodableException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A record that could not be read, as a row: its bytes, and why. */
final class UnreadableRow {
  static final Schema SCHEMA =
      SchemaBuilder.record("Unreadable")
          .namespace("io.wattune.archive")
          .fields()
          .requiredString("topic")
          .requiredString("reason")
          .requiredString("detail")
          .optionalBytes("key")
          .optionalBytes("value")
          .endRecord();

  static final long FINGERPRINT = SchemaNormalization.parsingFingerprint64(SCHEMA);

  private UnreadableRow() {}

  static GenericRecord of(GroupedRecord placed, UndecodableException fault) {
    var row = new GenericData.Record(SCHEMA);
    row.put("topic", placed.record().topic().label());
    row.put("reason", fault.reason());
    row.put("detail", fault.detail());
    row.put("key", buffer(placed.record().key()));
    row.put("value", buffer(placed.record().value()));
    return row;
  }

  private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }
}
