package io.wattune.archive;

import io.wattune.archive.parquet.RowShape;
import io.wattune.archive.parquet.RowWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroSchemaConverter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/**
 * Avro records as rows: one each, with its place, its key and its headers, and the record itself as
 * a group of columns by the schema that it was written with.
 */
final class RecordShape implements RowShape<GenericRecord> {
  /** Lists as every engine of today writes and reads them. */
  static final ParquetConfiguration LISTS =
      new PlainParquetConfiguration(
          Map.of(
              "parquet.avro.write-old-list-structure",
              "false",
              "parquet.avro.add-list-element-records",
              "false"));

  private static final ParquetProperties PROPERTIES =
      ParquetProperties.builder()
          .withWriterVersion(WriterVersion.PARQUET_2_0)
          .withPageWriteChecksumEnabled(true)
          .build();

  private static final Schema HEADER =
      SchemaBuilder.record("Header")
          .namespace("io.wattune.archive")
          .fields()
          .requiredString("name")
          .requiredBytes("value")
          .endRecord();

  private final Schema row;
  private final MessageType schema;

  /** Rows of this schema, which {@link #row} has made. */
  RecordShape(Schema row) {
    this.row = row;
    this.schema = new AvroSchemaConverter(LISTS).convert(row);
  }

  /** The schema of a row around a record. */
  static Schema row(Schema record) {
    Schema timestamp = LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
    return SchemaBuilder.record("Archived" + record.getName())
        .namespace("io.wattune.archive")
        .fields()
        .requiredInt("partition")
        .requiredLong("offset")
        .requiredString("key")
        .name("headers")
        .type(Schema.createArray(HEADER))
        .noDefault()
        .name("record")
        .type(record)
        .noDefault()
        .name("time")
        .type(timestamp)
        .noDefault()
        .name("endTime")
        .type(timestamp)
        .noDefault()
        .endRecord();
  }

  @Override
  public MessageType schema() {
    return schema;
  }

  @Override
  public ParquetProperties properties() {
    return PROPERTIES;
  }

  @Override
  public RowWriter<GenericRecord> writer(ColumnWriteStore columns) {
    var support = new AvroWriteSupport<GenericRecord>(schema, row, GenericData.get());
    var unused = support.init(LISTS);
    RecordConsumer consumer =
        new ColumnIOFactory(true).getColumnIO(schema).getRecordWriter(columns);
    support.prepareForWrite(consumer);
    return value -> {
      support.write(value);
      consumer.flush();
      return 1;
    };
  }

  /** A header as a row has it. */
  static GenericRecord header(String name, java.nio.ByteBuffer value) {
    var header = new GenericData.Record(HEADER);
    header.put("name", name);
    header.put("value", value);
    return header;
  }

  /** What the footer says, so that the rows can be read with the schema they have. */
  static Map<String, String> metadata(Schema row) {
    return new HashMap<>(Map.of(RecordRows.ROW_SCHEMA, row.toString()));
  }
}
