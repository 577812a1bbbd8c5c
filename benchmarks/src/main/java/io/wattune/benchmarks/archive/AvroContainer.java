package io.wattune.benchmarks.archive;

import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.layout.PackedColumns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** The records as they are, one after the other, in Avro's own file format. */
final class AvroContainer implements CandidateFormat {
  private static final String FILE = "readings.avro";

  private final String name;
  private final CodecFactory codec;

  AvroContainer(String name, CodecFactory codec) {
    this.name = name;
    this.codec = codec;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void write(Path folder, List<EncodedBlock> blocks) throws IOException {
    var schema = ReadingBlock.getClassSchema();
    int header = RecordDecoder.HEADER_BYTES;
    try (var writer = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(schema))) {
      writer.setCodec(codec);
      writer.create(schema, folder.resolve(FILE).toFile());
      for (EncodedBlock block : blocks) {
        byte[] value = block.value();
        writer.appendEncoded(ByteBuffer.wrap(value, header, value.length - header));
      }
      writer.fSync();
    }
  }

  @Override
  public long read(Path folder) throws IOException {
    long readings = 0;
    var reader = new GenericDatumReader<GenericRecord>(ReadingBlock.getClassSchema());
    try (var file = new DataFileReader<>(folder.resolve(FILE).toFile(), reader)) {
      GenericRecord record = null;
      while (file.hasNext()) {
        record = file.next(record);
        var signals = (List<?>) record.get("signals");
        var times = (ByteBuffer) record.get("times");
        var values = (ByteBuffer) ((GenericRecord) signals.get(0)).get("values");
        long base = (long) record.get("baseTimeNanos");
        readings +=
            Math.min(
                PackedColumns.unpackTimes(times, base).length,
                PackedColumns.unpackInts(values).length);
      }
    }
    return readings;
  }
}
