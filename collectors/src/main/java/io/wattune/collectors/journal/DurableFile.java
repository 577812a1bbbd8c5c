package io.wattune.collectors.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces a file so that after a loss of power it is whole, and the old one or the new one. */
final class DurableFile {

  private DurableFile() {}

  /** Written beside, forced to disk, renamed into place, and then the folder is forced too. */
  static void write(Path file, byte[] content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try (FileChannel channel =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceFolder(file.resolveSibling("."));
  }

  /** A renamed file is sure to be found after a loss of power only when its folder is on disk. */
  static void forceFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
