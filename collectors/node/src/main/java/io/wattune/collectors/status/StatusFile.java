package io.wattune.collectors.status;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part's status in the node's folder. It is written in place, so that a disk has little to do;
 * who reads it in this moment reads it again. Its group, which is the agent's, may read it.
 */
public final class StatusFile {
  private static final Set<PosixFilePermission> RIGHTS =
      PosixFilePermissions.fromString("rw-r-----");
  private static final int TRIES = 5;

  private final Path path;

  StatusFile(Path path) {
    this.path = path;
  }

  void write(byte[] bytes) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    try (FileChannel channel =
        isPosix
            ? FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(RIGHTS))
            : FileChannel.open(path, options)) {
      if (isPosix) {
        Files.setPosixFilePermissions(path, RIGHTS); // Whatever the umask has left.
      }
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left, left.position());
      }
      channel.truncate(bytes.length);
    }
  }

  /** The status; null where there is none, or it cannot be read whole. */
  @Nullable PartStatus read() throws IOException {
    PartStatus status = null;
    for (int i = 0; i < TRIES && status == null; i++) {
      try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
        status = PartStatus.read(in.readNBytes(PartStatus.MOST_BYTES));
      } catch (NoSuchFileException e) {
        return null;
      }
    }
    return status;
  }

  /** How old the status is, by this machine's clock. */
  Duration age(long nowMillis) throws IOException {
    return Duration.ofMillis(nowMillis - Files.getLastModifiedTime(path).toMillis());
  }
}
