package io.wattune.collectors.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of a spool, held by one process. */
final class SpoolFolder implements AutoCloseable {
  private final Path path;
  private final FileChannel lock;

  private SpoolFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Makes the folder where it is absent, and takes it. */
  static SpoolFolder take(Path path) throws IOException {
    Files.createDirectories(path);
    FileChannel channel =
        FileChannel.open(
            path.resolve("spool.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new IOException(
          "the spool " + path + " is in use; stop the other agent of this node first");
    }
    return new SpoolFolder(path, channel);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // Held by this process.
    }
  }

  Path path() {
    return path;
  }

  /** The segments that are there, oldest first. */
  List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(Segment::isSegment).sorted().toList();
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
