package io.wattune.archive.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Writes one Parquet file: version 2 pages with checksums, compressed with Zstandard. Holds one row
 * group in memory. Not for several threads.
 *
 * @param <T> the value that becomes rows
 */
public final class ParquetOutput<T> implements AutoCloseable {
  /** Key of the file's metadata under which the columns stand as text, for our own reader. */
  static final String COLUMNS = "wattune.columns";

  /** Beyond it a row group closes: some MB in memory. */
  static final int ROWS_A_GROUP = 262_144;

  private static final long BYTES_A_GROUP = 32L << 20;

  private final RowShape<T> shape;
  private final Map<String, String> metadata;
  private final ParquetFileWriter file;
  private @Nullable Group<T> group;
  private long rows;

  /** The columns of the row group that is being filled. */
  private record Group<T>(
      ColumnChunkPageWriteStore pages, ColumnWriteStore columns, RowWriter<T> writer) {}

  /**
   * Creates the file.
   *
   * @param path a path where no file is
   * @param metadata keys and values for the file's footer
   */
  public ParquetOutput(Path path, RowShape<T> shape, Map<String, String> metadata)
      throws IOException {
    this.shape = shape;
    this.metadata = new HashMap<>(metadata);
    this.metadata.put(COLUMNS, shape.schema().toString());
    this.file =
        new ParquetFileWriter(
            new LocalOutputFile(path),
            shape.schema(),
            ParquetFileWriter.Mode.CREATE,
            BYTES_A_GROUP,
            0,
            null,
            shape.properties());
    file.start();
  }

  /** Writes a value, which is one row or more. */
  public void write(T value) throws IOException {
    Group<T> open = group == null ? begin() : group;
    group = open;
    rows += open.writer().write(value);
    if (rows >= ROWS_A_GROUP || open.columns().getBufferedSize() >= BYTES_A_GROUP) {
      endGroup(open);
    }
  }

  private Group<T> begin() {
    MessageType schema = shape.schema();
    var pages =
        new ColumnChunkPageWriteStore(
            new ZstdPages(),
            schema,
            new HeapByteBufferAllocator(),
            shape.properties().getColumnIndexTruncateLength(),
            true);
    ColumnWriteStore columns = shape.properties().newColumnWriteStore(schema, pages);
    return new Group<>(pages, columns, shape.writer(columns));
  }

  private void endGroup(Group<T> open) throws IOException {
    file.startBlock(rows);
    open.columns().flush();
    open.pages().flushToFileWriter(file);
    file.endBlock();
    open.columns().close();
    open.pages().close();
    group = null;
    rows = 0;
  }

  /** Writes what is left, and the footer. Without it the file is no Parquet file. */
  public void finish() throws IOException {
    Group<T> open = group;
    if (open != null) {
      endGroup(open);
    }
    file.end(metadata);
  }

  /** Closes the file, finished or not. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
