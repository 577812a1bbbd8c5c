package io.wattune.archive.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses pages with Zstandard. Parquet's own codecs need Hadoop's configuration. */
final class ZstdPages implements BytesInputCompressor {
  private static final int LEVEL = 3;

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    var whole = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
    bytes.writeAllTo(whole);
    return BytesInput.from(Zstd.compress(whole.toByteArray(), LEVEL));
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.ZSTD;
  }

  @Override
  public void release() {}

  /** Undoes {@link #compress}. */
  static byte[] decompress(byte[] bytes, int offset, int length, int uncompressedLength)
      throws IOException {
    byte[] result = new byte[uncompressedLength];
    try {
      long size = Zstd.decompressByteArray(result, 0, uncompressedLength, bytes, offset, length);
      if (Zstd.isError(size) || size != uncompressedLength) {
        throw new IOException("a page does not have the length that its header says");
      }
    } catch (ZstdException e) {
      throw new IOException("a page cannot be decompressed: " + e.getMessage(), e);
    }
    return result;
  }
}
