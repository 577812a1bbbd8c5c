package io.wattune.archive.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** The pages of one column in one row group, each checked against its checksum. */
final class ChunkPages implements PageReader {
  /** Of a page; the archive's own have about a megabyte. */
  static final int MOST_BYTES = 64 << 20;

  private final ColumnDescriptor column;
  private final Deque<DataPage> pages = new ArrayDeque<>();
  private @Nullable DictionaryPage dictionary;
  private long values;

  private ChunkPages(ColumnDescriptor column) {
    this.column = column;
  }

  /** Takes the bytes of a column chunk apart. */
  static ChunkPages of(ColumnDescriptor column, byte[] chunk) throws IOException {
    var pages = new ChunkPages(column);
    var in = new ByteArrayInputStream(chunk);
    while (in.available() > 0) {
      PageHeader header = Util.readPageHeader(in);
      requireSize(header.getCompressed_page_size());
      requireSize(header.getUncompressed_page_size());
      byte[] body = in.readNBytes(header.getCompressed_page_size());
      check(header, body);
      pages.add(header, body);
    }
    return pages;
  }

  /** Before anything of that size is taken from memory: a header says what it likes. */
  private static void requireSize(int bytes) throws IOException {
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new IOException("a page says that it has " + bytes + " bytes; most is " + MOST_BYTES);
    }
  }

  private static void check(PageHeader header, byte[] body) throws IOException {
    if (body.length != header.getCompressed_page_size()) {
      throw new IOException("a page ends too soon");
    }
    var crc = new CRC32();
    crc.update(body);
    if (header.isSetCrc() && (int) crc.getValue() != header.getCrc()) {
      throw new IOException("a page does not have the checksum that its header says");
    }
  }

  private void add(PageHeader header, byte[] body) throws IOException {
    if (header.getType() == PageType.DICTIONARY_PAGE) {
      var dictionaryHeader = header.getDictionary_page_header();
      dictionary =
          new DictionaryPage(
              BytesInput.from(
                  ZstdPages.decompress(body, 0, body.length, header.getUncompressed_page_size())),
              dictionaryHeader.getNum_values(),
              Encoding.valueOf(dictionaryHeader.getEncoding().name()));
    } else if (header.getType() == PageType.DATA_PAGE_V2) {
      addData(header, body);
    } else {
      throw new IOException("it has a page of type " + header.getType());
    }
  }

  private void addData(PageHeader header, byte[] body) throws IOException {
    DataPageHeaderV2 data = header.getData_page_header_v2();
    int repetition = data.getRepetition_levels_byte_length();
    int definition = data.getDefinition_levels_byte_length();
    if (repetition < 0 || definition < 0 || (long) repetition + definition > body.length) {
      throw new IOException(
          "a page of "
              + body.length
              + " bytes says that it has "
              + repetition
              + " and "
              + definition
              + " bytes of levels");
    }
    if (data.getNum_values() < 0 || data.getNum_rows() < 0 || data.getNum_nulls() < 0) {
      throw new IOException("a page says that it has fewer than no values");
    }
    int levels = repetition + definition;
    int length = body.length - levels;
    requireSize(header.getUncompressed_page_size() - levels);
    boolean isCompressed = !data.isSetIs_compressed() || data.isIs_compressed();
    BytesInput content =
        isCompressed && length > 0
            ? BytesInput.from(
                ZstdPages.decompress(
                    body, levels, length, header.getUncompressed_page_size() - levels))
            : BytesInput.from(body, levels, length);
    values += data.getNum_values();
    pages.add(
        DataPageV2.uncompressed(
            data.getNum_rows(),
            data.getNum_nulls(),
            data.getNum_values(),
            BytesInput.from(body, 0, repetition),
            BytesInput.from(body, repetition, definition),
            Encoding.valueOf(data.getEncoding().name()),
            content,
            Statistics.createStats(column.getPrimitiveType())));
  }

  @Override
  public @Nullable DictionaryPage readDictionaryPage() {
    return dictionary;
  }

  @Override
  public long getTotalValueCount() {
    return values;
  }

  @Override
  public @Nullable DataPage readPage() {
    return pages.poll();
  }
}
