package io.wattune.archive;

import io.wattune.archive.parquet.ParquetInput;
import java.io.IOException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroReadSupport;
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** Reads the rows of {@link RecordShape} again. */
final class RecordRows {
  /** Key of the footer's metadata: the Avro schema of a row. */
  static final String ROW_SCHEMA = "wattune.row";

  private static final String PARQUETS_NAME_FOR_IT = "parquet.avro.schema";

  private RecordRows() {}

  /** The Avro schema of a file's rows. */
  static Schema schema(ParquetInput file) throws IOException {
    return new SchemaParser().parse((CharSequence) file.metadata(ROW_SCHEMA)).mainSchema();
  }

  /** Reads every row of a file, in order. */
  static <E extends Exception> void forEach(
      ParquetInput file, ParquetInput.Receiver<GenericRecord, E> receiver) throws IOException, E {
    MessageType schema = file.schema();
    var metadata = Map.of(PARQUETS_NAME_FOR_IT, file.metadata(ROW_SCHEMA));
    file.<E>forEachGroup(
        group -> {
          var support = new AvroReadSupport<GenericRecord>(GenericData.get());
          var materializer =
              support.prepareForRead(
                  RecordShape.LISTS, metadata, schema, new ReadContext(schema, metadata));
          RecordReader<GenericRecord> reader =
              new ColumnIOFactory(true).getColumnIO(schema).getRecordReader(group, materializer);
          for (long row = 0; row < group.getRowCount(); row++) {
            receiver.accept(reader.read());
          }
        });
  }
}
