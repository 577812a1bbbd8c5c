package io.wattune.archive.parquet;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of {@link ParquetOutput}. Not a reader of Parquet files at large: it knows the one
 * page version and the one compression that are written here. Not for several threads.
 */
public final class ParquetInput implements AutoCloseable {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL_BYTES = Integer.BYTES + 4;

  private final Path path;
  private final FileChannel channel;
  private final FileMetaData footer;
  private final Map<String, String> metadata = new HashMap<>();
  private final MessageType schema;

  /**
   * Opens a file and reads its footer.
   *
   * @throws IOException where the file cannot be read, or is not one of {@link ParquetOutput}
   */
  public ParquetInput(Path path) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      footer = footer();
      for (KeyValue entry : footer.getKey_value_metadata()) {
        metadata.put(entry.getKey(), entry.getValue());
      }
      schema = MessageTypeParser.parseMessageType(metadata(ParquetOutput.COLUMNS));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e instanceof IOException io ? io : damaged(String.valueOf(e.getMessage()), e);
    }
  }

  /** The columns. */
  public MessageType schema() {
    return schema;
  }

  /** Rows of the whole file. */
  public long rows() {
    return footer.getNum_rows();
  }

  /** A value of the footer's metadata, which must be there. */
  public String metadata(String key) throws IOException {
    String value = metadata.get(key);
    if (value == null) {
      throw damaged("its footer has no '" + key + "'", null);
    }
    return value;
  }

  /**
   * What receives a file's row groups, or what stands in them, one after the other.
   *
   * @param <T> what
   * @param <E> how it may fail, beside the file
   */
  @FunctionalInterface
  public interface Receiver<T, E extends Exception> {
    void accept(T part) throws IOException, E;
  }

  /** Reads every row group, in order. */
  public <E extends Exception> void forEachGroup(Receiver<PageReadStore, E> receiver)
      throws IOException, E {
    for (RowGroup group : footer.getRow_groups()) {
      try {
        receiver.accept(pages(group));
      } catch (RuntimeException e) {
        throw damaged(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private PageReadStore pages(RowGroup group) throws IOException {
    Map<ColumnDescriptor, PageReader> readers = new HashMap<>();
    for (ColumnChunk chunk : group.getColumns()) {
      ColumnMetaData column = chunk.getMeta_data();
      String[] name = column.getPath_in_schema().toArray(new String[0]);
      boolean hasDictionary =
          column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0;
      long from = hasDictionary ? column.getDictionary_page_offset() : column.getData_page_offset();
      byte[] bytes = read(from, Math.toIntExact(column.getTotal_compressed_size()));
      ColumnDescriptor descriptor = schema.getColumnDescription(name);
      readers.put(descriptor, ChunkPages.of(descriptor, bytes));
    }
    return new Pages(readers, group.getNum_rows());
  }

  private record Pages(Map<ColumnDescriptor, PageReader> readers, long rows)
      implements PageReadStore {
    @Override
    public PageReader getPageReader(ColumnDescriptor column) {
      PageReader reader = readers.get(column);
      if (reader == null) {
        throw new IllegalStateException("there is no column " + column);
      }
      return reader;
    }

    @Override
    public long getRowCount() {
      return rows;
    }
  }

  private FileMetaData footer() throws IOException {
    long size = channel.size();
    if (size < 2L * TAIL_BYTES) {
      throw damaged("it has " + size + " bytes only", null);
    }
    ByteBuffer tail =
        ByteBuffer.wrap(read(size - TAIL_BYTES, TAIL_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    int length = tail.getInt();
    if (!tail.equals(ByteBuffer.wrap(MAGIC)) || length <= 0 || length > size - TAIL_BYTES) {
      throw damaged("it does not end as a Parquet file does", null);
    }
    return Util.readFileMetaData(
        new ByteArrayInputStream(read(size - TAIL_BYTES - length, length)));
  }

  private byte[] read(long from, int length) throws IOException {
    if (from < 0 || length < 0 || from > channel.size() - length) {
      throw damaged("it says that " + length + " bytes are at " + from, null);
    }
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new EOFException(path + " ends too soon; it was cut");
      }
    }
    return buffer.array();
  }

  private IOException damaged(String what, @Nullable Throwable cause) {
    return new IOException(path + " is no file of the archive, or is damaged: " + what, cause);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
