package io.wattune.archive;

import io.wattune.archive.Placement.GroupedRecord;
import io.wattune.archive.parquet.ParquetOutput;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Writes the records of one group to a file. One for each thread. */
final class FileWriter {
  static final String LAYOUT_KEY = "wattune.layout";
  static final String KIND_KEY = "wattune.kind";
  static final String SCHEMA_KEY = "wattune.schema";

  private final SchemaStore schemas;
  private final ReadingBlockCodec readings;
  private final PowerBlockCodec power;
  private @Nullable BinaryDecoder decoder;

  FileWriter(SchemaStore schemas) {
    this.schemas = schemas;
    this.readings = new ReadingBlockCodec(schemas);
    this.power = new PowerBlockCodec(schemas);
  }

  /** Writes the file. */
  void write(Path path, FileGroup group, List<GroupedRecord> records) throws IOException {
    if (group.kind().equals(ArchiveFormat.UNREADABLE)) {
      rows(path, group, UnreadableRow.SCHEMA, records);
    } else if (records.get(0).record().topic() == Topic.READINGS) {
      blocks(path, group, records);
    } else if (records.get(0).record().topic() == Topic.POWER) {
      samples(path, group, records);
    } else {
      rows(path, group, schema(group.schema()), records);
    }
  }

  private void samples(Path path, FileGroup group, List<GroupedRecord> records) throws IOException {
    try (var out = new ParquetOutput<>(path, new PowerShape(), metadata(group))) {
      for (GroupedRecord placed : records) {
        ArchivedRecord record = placed.record();
        try {
          TruePower block = power.decode(record.value());
          out.write(new PlacedPower(record.partition(), record.offset(), block));
        } catch (UndecodableException e) {
          throw changed(e);
        }
      }
      out.finish();
    }
  }

  private void blocks(Path path, FileGroup group, List<GroupedRecord> records) throws IOException {
    try (var out = new ParquetOutput<>(path, new ReadingShape(), metadata(group))) {
      for (GroupedRecord placed : records) {
        ArchivedRecord record = placed.record();
        try {
          var block = readings.record(record.value());
          out.write(new PlacedBlock(record.partition(), record.offset(), block));
        } catch (UndecodableException e) {
          throw changed(e);
        }
      }
      out.finish();
    }
  }

  private void rows(Path path, FileGroup group, Schema schema, List<GroupedRecord> records)
      throws IOException {
    Schema row = RecordShape.row(schema);
    Map<String, String> metadata = metadata(group);
    metadata.putAll(RecordShape.metadata(row));
    var reader = new GenericDatumReader<GenericRecord>(schema);
    try (var out = new ParquetOutput<>(path, new RecordShape(row), metadata)) {
      for (GroupedRecord placed : records) {
        UndecodableException fault = placed.fault();
        out.write(
            row(
                row,
                placed,
                fault == null ? body(reader, placed) : UnreadableRow.of(placed, fault)));
      }
      out.finish();
    }
  }

  private GenericRecord body(GenericDatumReader<GenericRecord> reader, GroupedRecord placed)
      throws IOException {
    byte[] value = placed.record().value();
    if (value == null) {
      throw new IllegalStateException("a record without a value was placed as readable");
    }
    int header = RecordDecoder.HEADER_BYTES;
    decoder = DecoderFactory.get().binaryDecoder(value, header, value.length - header, decoder);
    return reader.read(null, decoder);
  }

  private static GenericRecord row(Schema schema, GroupedRecord placed, GenericRecord body) {
    var row = new GenericData.Record(schema);
    row.put("partition", placed.record().partition());
    row.put("offset", placed.record().offset());
    row.put("key", placed.key());
    row.put(
        "headers",
        placed.record().headers().stream()
            .map(header -> RecordShape.header(header.name(), ByteBuffer.wrap(header.value())))
            .toList());
    row.put("record", body);
    row.put("time", Times.micros(placed.firstNanos()));
    row.put("endTime", Times.micros(placed.lastNanos()));
    return row;
  }

  private static Map<String, String> metadata(FileGroup group) {
    return new java.util.HashMap<>(
        Map.of(
            LAYOUT_KEY,
            Integer.toString(ArchiveFormat.LAYOUT),
            KIND_KEY,
            group.kind(),
            SCHEMA_KEY,
            hex(group.schema())));
  }

  private Schema schema(long fingerprint) {
    Schema schema = schemas.byFingerprint(fingerprint);
    if (schema == null) {
      throw new IllegalStateException("schema " + hex(fingerprint) + " was there a moment ago");
    }
    return schema;
  }

  private static IllegalStateException changed(Exception e) {
    return new IllegalStateException("a record was readable a moment ago", e);
  }

  static String hex(long fingerprint) {
    return String.format(Locale.ROOT, "%016x", fingerprint);
  }
}
