package io.wattune.embedded.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which one process keeps its data, and which another run goes on with. A file in it
 * says whose it is and in which layout, and is locked while the folder is in use: two processes in
 * one folder would destroy what is there. The lock goes with the process, whatever ends it.
 */
public final class DataFolder implements AutoCloseable {
  private static final String MARK = "wattune-data";
  private static final int LONGEST_MARK = 200;

  private final Path path;
  private final FileChannel channel;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Takes a folder, which is made where it is absent.
   *
   * @param owner whose data are in it, such as {@code wattune broker}
   * @param layout how they lie there
   * @throws IllegalStateException where another process uses it, or others' data are in it
   */
  public static DataFolder claim(Path folder, String owner, int layout) {
    FileChannel channel;
    try {
      Files.createDirectories(folder);
      boolean isMarked = Files.exists(folder.resolve(MARK));
      if (!isMarked && !isEmpty(folder)) {
        throw new IllegalStateException(
            ("%s holds files that %s has not made; give it a folder that is new, empty, "
                    + "or its own of an earlier run")
                .formatted(folder, owner));
      }
      channel =
          FileChannel.open(
              folder.resolve(MARK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IllegalStateException(
          "cannot use " + folder + " as the folder of " + owner + " (" + e + ")", e);
    }
    try {
      lock(channel, folder);
      check(channel, folder, owner, layout);
      return new DataFolder(folder, channel);
    } catch (IOException e) {
      closeQuietly(channel);
      throw new IllegalStateException("cannot read " + folder.resolve(MARK) + " (" + e + ")", e);
    } catch (IllegalStateException e) {
      closeQuietly(channel);
      throw e;
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void lock(FileChannel channel, Path folder) throws IOException {
    FileLock lock = tryLock(channel);
    if (lock == null) {
      throw new IllegalStateException(
          folder + " is in use by another process; stop that one, or give this one another folder");
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static void check(FileChannel channel, Path folder, String owner, int layout)
      throws IOException {
    String mark = owner + ", layout " + layout;
    ByteBuffer bytes = ByteBuffer.allocate(LONGEST_MARK);
    channel.read(bytes, 0);
    String found = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    if (found.isEmpty()) {
      // New; or an earlier run was ended between these two steps, before there were data.
      channel.write(ByteBuffer.wrap((mark + "\n").getBytes(StandardCharsets.UTF_8)), 0);
      channel.force(true);
    } else if (!found.equals(mark)) {
      throw new IllegalStateException(
          "%s holds data of another format ('%s', wanted is '%s'); give %s a folder of its own"
              .formatted(folder, found, mark, owner));
    }
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /** Lets others use it. */
  @Override
  public void close() {
    closeQuietly(channel);
  }

  private static void closeQuietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // A file that cannot be closed is unlocked at the end of the process at the latest.
      assert !channel.isOpen() : e;
    }
  }
}
