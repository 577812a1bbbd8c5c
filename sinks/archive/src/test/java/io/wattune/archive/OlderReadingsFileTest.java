package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.archive.parquet.ParquetInput;
import io.wattune.archive.parquet.ParquetOutput;
import io.wattune.archive.parquet.RowShape;
import io.wattune.archive.parquet.RowWriter;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.ReadingBlockCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of readings from before there was a column for the device's model. */
class OlderReadingsFileTest {
  @TempDir Path folder;

  @Test
  void itsBlocksNameNoModel() throws Exception {
    List<PlacedBlock> read = read(file(ReadingShape.WITHOUT_MODEL));

    assertThat(read).hasSize(2);
    for (int i = 0; i < 2; i++) {
      PollBlock block = ReadingBlockCodec.polls(read.get(i).block());
      PollBlock expected = ArchiveFolder.block("n1/g", i);
      assertThat(read.get(i).offset()).isEqualTo(i);
      assertThat(block.model()).isEmpty();
      assertThat(block.device()).isEqualTo("n1/g");
      assertThat(block.timesNanos()).isEqualTo(expected.timesNanos());
      assertThat(block.values()).isEqualTo(expected.values());
      assertThat(block.endOfTrace()).isFalse();
    }
  }

  @Test
  void itsBlocksHaveNoTimestamp() throws Exception {
    List<PlacedBlock> read = read(file(ReadingShape.WITHOUT_TIME));

    assertThat(read).hasSize(2);
    assertThat(ReadingBlockCodec.polls(read.get(1).block()).timesNanos())
        .isEqualTo(ArchiveFolder.block("n1/g", 1).timesNanos());
  }

  /** An archive that is as old as such a file answers, too. */
  @Test
  void questionsGetTheirTimesFromNanoseconds() throws Exception {
    Path readings = Files.createDirectories(folder.resolve("readings/date=2026-01-05/bucket=000"));
    Files.move(file(ReadingShape.WITHOUT_TIME), readings.resolve("r.parquet"));
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute(Files.readString(ArchiveQuestionsTest.MACROS));
      try (ResultSet result =
          statement.executeQuery(
              "select count(*), epoch_us(min(read_at)), epoch_us(max(read_at)) from readings('"
                  + folder
                  + "')")) {
        assertThat(result.next()).isTrue();
        assertThat(result.getLong(1)).isEqualTo(10);
        assertThat(result.getLong(2)).isEqualTo(ArchiveFolder.START / 1_000);
        assertThat(result.getLong(3)).isEqualTo(ArchiveFolder.START / 1_000 + 90_000);
      }
    }
  }

  @Test
  void columnsThatNobodyKnowsAreRefused() throws Exception {
    MessageType other =
        MessageTypeParser.parseMessageType("message readings { required int64 other; }");
    try (var out = new ParquetOutput<>(folder.resolve("o.parquet"), shape(other), Map.of())) {
      out.finish();
    }
    assertThatThrownBy(() -> read(folder.resolve("o.parquet")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other");
  }

  private static List<PlacedBlock> read(Path path) throws IOException {
    List<PlacedBlock> read = new ArrayList<>();
    try (var file = new ParquetInput(path)) {
      ReadingRows.<RuntimeException>forEach(file, read::add);
    }
    return read;
  }

  private Path file(MessageType schema) throws IOException {
    Path path = folder.resolve("r.parquet");
    try (var out = new ParquetOutput<>(path, shape(schema), Map.of())) {
      for (int i = 0; i < 2; i++) {
        out.write(ArchiveFolder.block("n1/g", i));
      }
      out.finish();
    }
    return path;
  }

  private static RowShape<PollBlock> shape(MessageType schema) {
    return new RowShape<>() {
      @Override
      public MessageType schema() {
        return schema;
      }

      @Override
      public ParquetProperties properties() {
        return new ReadingShape().properties();
      }

      @Override
      public RowWriter<PollBlock> writer(ColumnWriteStore columns) {
        return block -> rows(columns, schema, block);
      }
    };
  }

  /** One row a poll, of one signal, by the names of the columns. */
  private static int rows(ColumnWriteStore columns, MessageType schema, PollBlock block) {
    for (int i = 0; i < block.polls(); i++) {
      for (var column : schema.getColumns()) {
        ColumnWriter writer = columns.getColumnWriter(column);
        int there = column.getMaxDefinitionLevel();
        switch (column.getPath()[0]) {
          case "device" -> writer.write(Binary.fromString(block.device()), 0, there);
          case "timeNanos" -> writer.write(block.timesNanos()[i], 0, there);
          case "signal" -> writer.write(Binary.fromString(block.signal()), 0, there);
          case "unit" -> writer.write(Binary.fromString(block.unit().name()), 0, there);
          case "column", "partition" -> writer.write(0, 0, there);
          case "offset", "sequence" -> writer.write(block.sequence(), 0, there);
          case "endOfTrace" -> writer.write(false, 0, there);
          case "value" -> {
            if (block.values()[i] == PollBlock.MISSING) {
              writer.writeNull(0, 0);
            } else {
              writer.write((long) block.values()[i], 0, there);
            }
          }
          default -> writer.writeNull(0, 0);
        }
      }
      columns.endRecord();
    }
    return block.polls();
  }
}
