package io.wattune.archive.parquet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkPagesTest {
  private static final ColumnDescriptor COLUMN =
      new ColumnDescriptor(
          new String[] {"a"},
          new PrimitiveType(Type.Repetition.REQUIRED, PrimitiveType.PrimitiveTypeName.INT64, "a"),
          0,
          0);

  /** Fails where the memory is taken that a header asks for. */
  @ParameterizedTest
  @CsvSource({"2000000000, 3", "-1, 3", "3, 2000000000"})
  void aPageOfAnySizeIsNotBelieved(int uncompressed, int compressed) throws IOException {
    var header = new PageHeader(PageType.DICTIONARY_PAGE, uncompressed, compressed);
    header.setDictionary_page_header(new DictionaryPageHeader(1, Encoding.PLAIN));
    var chunk = new ByteArrayOutputStream();
    Util.writePageHeader(header, chunk);
    chunk.write(new byte[3]);

    assertThatThrownBy(() -> ChunkPages.of(COLUMN, chunk.toByteArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a page says");
  }

  /** Levels that are longer than their page, or shorter than nothing. */
  @ParameterizedTest
  @CsvSource({"-1, 0", "0, -1", "-1, 1", "2, 2", "2147483647, 2147483647"})
  void levelsOfAnyLengthAreNotBelieved(int repetition, int definition) throws IOException {
    var data =
        new DataPageHeaderV2(1, 0, 1, Encoding.PLAIN, definition, repetition)
            .setIs_compressed(true);
    var header = new PageHeader(PageType.DATA_PAGE_V2, 3, 3).setData_page_header_v2(data);
    var chunk = new ByteArrayOutputStream();
    Util.writePageHeader(header, chunk);
    chunk.write(new byte[3]);

    assertThatThrownBy(() -> ChunkPages.of(COLUMN, chunk.toByteArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bytes of levels");
  }
}
