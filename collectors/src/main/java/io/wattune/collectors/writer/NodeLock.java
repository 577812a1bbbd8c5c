package io.wattune.collectors.writer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the node that the kernel frees when its process dies, {@code kill -9} included. The
 * file holds who has it: a role, the process id and when that process started.
 *
 * <p>The file stays open until {@link #close}: closing any descriptor of a file frees all locks
 * that the process has on it, so a process opens each lock's file once. Not thread-safe.
 */
final class NodeLock implements AutoCloseable {
  private static final int LONGEST_OWNER = 200;

  /**
   * Who has a lock.
   *
   * @param role what it is, for example {@code writer}
   * @param process the process
   */
  record Owner(String role, ProcessIdentity process) {}

  private final FileChannel channel;
  private @Nullable FileLock lock;

  private NodeLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens the lock's file, made when it is absent, and takes nothing yet. */
  static NodeLock open(Path file) throws IOException {
    return new NodeLock(
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** Takes the lock if it is free. */
  boolean tryTake(String role) throws IOException {
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return false;
    }
    if (lock == null) {
      return false;
    }
    byte[] text =
        (role + " " + ProcessIdentity.own().text() + "\n").getBytes(StandardCharsets.UTF_8);
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(text), 0);
    return true;
  }

  /** Who wrote itself in last; null where nobody has, or is just doing so. */
  @Nullable Owner owner() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LONGEST_OWNER);
    channel.read(bytes, 0);
    return ownerIn(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8))
        .orElse(null);
  }

  /** Who is in the text of a lock's file; nobody where it is not whole. */
  static Optional<Owner> ownerIn(String text) {
    int space = text.indexOf(' ');
    if (space < 0 || !text.endsWith("\n")) {
      return Optional.empty();
    }
    ProcessIdentity process = ProcessIdentity.parse(text.substring(space + 1));
    return Optional.ofNullable(process).map(each -> new Owner(text.substring(0, space), each));
  }

  /** Gives the lock back and keeps the file open. */
  void release() throws IOException {
    if (lock != null) {
      channel.truncate(0);
      lock.release();
      lock = null;
    }
  }

  @Override
  public void close() throws IOException {
    release();
    channel.close();
  }
}
