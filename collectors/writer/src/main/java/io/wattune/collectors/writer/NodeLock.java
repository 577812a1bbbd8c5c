package io.wattune.collectors.writer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lock of the node that the kernel frees when its process dies, {@code kill -9} included. The
 * file holds who has it: a role, the process id and when that process started.
 *
 * <p>The file stays open until {@link #close}: closing any descriptor of a file frees all locks
 * that the process has on it, so a process opens each lock's file once. Not thread-safe.
 *
 * <p>Nobody but the owner may open the file: who may read it can take a lock that keeps everybody
 * from writing, at the moment at which a writer dies. One who has it open all the same, from a time
 * when others could read it, loses it by a new file in its place ({@link #takeAnew}). Tests: {@code
 * NodeLockTest}, {@code FaultsTest}.
 */
final class NodeLock implements AutoCloseable {
  private static final int LONGEST_OWNER = 200;

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  /**
   * Who has a lock.
   *
   * @param role what it is, for example {@code writer}
   * @param process the process
   */
  record Owner(String role, ProcessIdentity process) {}

  private final Path file;
  private FileChannel channel;
  private @Nullable Object key;
  private @Nullable FileLock lock;

  private NodeLock(Path file, FileChannel channel, @Nullable Object key) {
    this.file = file;
    this.channel = channel;
    this.key = key;
  }

  /**
   * Opens the lock's file, made when it is absent, and takes nothing yet.
   *
   * @throws IOException also where everybody may write to its folder, and so replace the file
   */
  static NodeLock open(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (isPosix
        && folder != null
        && Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          "everybody may write to the folder " + folder + "; run: chmod o-w " + folder);
    }
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    FileChannel channel =
        isPosix
            ? FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
            : FileChannel.open(file, options);
    try {
      if (isPosix) {
        // It may be of a release that let everybody read it.
        Files.setPosixFilePermissions(file, OWNER_ONLY);
      }
      return new NodeLock(file, channel, keyOf(file));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Which file has this name now; never opens it. */
  private static @Nullable Object keyOf(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Takes the lock if it is free. */
  boolean tryTake(String role) throws IOException {
    if (!Objects.equals(key, keyOf(file))) {
      become(open(file));
    }
    if (!tryTakeOpen(role)) {
      return false;
    }
    if (Objects.equals(key, keyOf(file))) {
      return true;
    }
    // Another file has come into its place in this moment; that one's lock counts.
    release();
    return false;
  }

  private void become(NodeLock other) throws IOException {
    channel.close();
    channel = other.channel;
    key = other.key;
    lock = other.lock;
  }

  /**
   * Whether the lock, which is not free, is held by nobody who belongs to the node: who wrote
   * himself in last is gone, or nobody has.
   */
  boolean isForeign() throws IOException {
    Owner owner = owner();
    return owner == null || !owner.process().isAlive();
  }

  /**
   * Takes the lock by a new file in the place of one that somebody else holds. Only the node's
   * guardian may do this, of whom there is one; a writer that waits at the old file goes over to
   * the new one.
   */
  boolean takeAnew(String role) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    NodeLock anew = open(draft);
    if (!anew.tryTake(role)) {
      anew.close();
      return false;
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    become(anew);
    return true;
  }

  private boolean tryTakeOpen(String role) throws IOException {
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
