package io.wattune.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Changes to folders that a power failure does not undo, and of which nobody sees half. */
final class DurableFolder {
  private static final String UNFINISHED = ".unfinished";

  private DurableFolder() {}

  /** Puts a whole file in place, or replaces it. */
  static void write(Path file, byte[] content) throws IOException {
    Path unfinished = unfinished(file);
    try (var channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    force(parent(file));
  }

  /** What a file is called while it is being written. */
  static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + UNFINISHED);
  }

  /** Makes sure that the content of a file, or the names in a folder, are on the disk. */
  static void force(Path path) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Moves a file that has been forced; its new folder is to be forced by the caller. */
  static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Makes a folder and those above it, and makes sure that their names stay. */
  static void createFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    createFolders(parent(folder));
    Files.createDirectory(folder);
    force(parent(folder));
  }

  static Path parent(Path path) {
    Path parent = path.toAbsolutePath().normalize().getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + " has no folder above it");
    }
    return parent;
  }
}
