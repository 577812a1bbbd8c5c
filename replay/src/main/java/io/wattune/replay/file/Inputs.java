package io.wattune.replay.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens what the user named: a file, a gzip file (detected by its content), or standard input. */
public final class Inputs {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_MAGIC_0 = 0x1f;
  private static final int GZIP_MAGIC_1 = 0x8b;

  private Inputs() {}

  /** Opens a file, or standard input for {@code -}. The stream gives the uncompressed content. */
  public static InputStream open(String pathOrDash) throws IOException {
    return pathOrDash.equals("-")
        ? uncompressed(System.in, "standard input")
        : open(Path.of(pathOrDash));
  }

  /** Opens a file. The stream gives the uncompressed content. */
  public static InputStream open(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(
          "cannot open '"
              + path
              + "': there is no such file; check the path, or give - to read standard input");
    }
    if (Files.isDirectory(path)) {
      throw new IOException("cannot open '" + path + "': it is a folder; name a file in it");
    }
    if (!Files.isReadable(path)) {
      throw new IOException(
          "cannot open '" + path + "': permission denied; make the file readable");
    }
    InputStream file = Files.newInputStream(path);
    try {
      return uncompressed(file, path.toString());
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  static InputStream uncompressed(InputStream in, String name) throws IOException {
    var buffered = new BufferedInputStream(in, BUFFER_BYTES);
    buffered.mark(2);
    boolean gzip = buffered.read() == GZIP_MAGIC_0 && buffered.read() == GZIP_MAGIC_1;
    buffered.reset();
    if (!gzip) {
      return buffered;
    }
    try {
      return new GZIPInputStream(buffered, BUFFER_BYTES);
    } catch (IOException e) {
      throw new IOException(
          "cannot open '"
              + name
              + "': it begins like a gzip file but its header is damaged; compress it again",
          e);
    }
  }
}
