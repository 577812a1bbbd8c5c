package io.wattune.collectors.running;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file itself: made so that only the agent's user can write it, and opened by the writer only
 * where that is so. A privileged writer reads what another user has made: it follows no link, waits
 * at no pipe and maps nothing, since a mapped file that shrinks is a fault in who has mapped it.
 * Test: {@code RunningWatchTest}.
 */
final class RunningFile {
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int ROOT = 0;
  private static final String ATTRIBUTES = "unix:uid,mode,ino,dev,size,isRegularFile,isDirectory";
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-r--r--");

  private RunningFile() {}

  /** Opens it to write it, made with its folder where they are absent. For the agent. */
  static FileChannel write(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      Path unused = Files.setPosixFilePermissions(folder, FOLDER);
    }
    FileAttribute<Set<PosixFilePermission>> mode = PosixFilePermissions.asFileAttribute(FILE);
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            mode);
    Path unused = Files.setPosixFilePermissions(file, FILE); // whatever the umask has left
    return channel;
  }

  /**
   * Opens it to read it; null where it is not there. For the writer, on a thread that may wait: if
   * a pipe were put there between the look and the opening, this would wait for it.
   */
  static @Nullable FileChannel read(Path file) throws RunningRefusedException {
    Object before = identity(file);
    if (before == null) {
      return null;
    }
    FileChannel channel = null;
    boolean isSame = false;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      isSame = before.equals(identity(file));
      return isSame ? channel : null; // It was replaced just now: the next try finds the other one.
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new RunningRefusedException(RunningRefusal.UNREADABLE);
    } finally {
      if (channel != null && !isSame) {
        close(channel);
      }
    }
  }

  /**
   * Which file is there; null where none is.
   *
   * @throws RunningRefusedException where it is not to be believed
   */
  static @Nullable Object identity(Path file) throws RunningRefusedException {
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent == null) {
        throw new RunningRefusedException(RunningRefusal.NO_PLAIN_FILE);
      }
      Map<String, Object> folder =
          Files.readAttributes(parent, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      if (!Boolean.TRUE.equals(folder.get("isDirectory"))) {
        throw new RunningRefusedException(RunningRefusal.NO_PLAIN_FILE);
      }
      if (isWritableByOthers(folder)) {
        throw new RunningRefusedException(RunningRefusal.MODE);
      }
      Map<String, Object> found = Files.readAttributes(file, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      if (!Boolean.TRUE.equals(found.get("isRegularFile"))) {
        throw new RunningRefusedException(RunningRefusal.NO_PLAIN_FILE);
      }
      Object owner = found.get("uid");
      if (!Integer.valueOf(ROOT).equals(owner)
          && !String.valueOf(owner).equals(String.valueOf(folder.get("uid")))
          && !String.valueOf(owner).equals(OwnUser.ID)) {
        throw new RunningRefusedException(RunningRefusal.OWNER);
      }
      if (isWritableByOthers(found)) {
        throw new RunningRefusedException(RunningRefusal.MODE);
      }
      if (((Number) found.getOrDefault("size", 0L)).longValue() > RunningFormat.MOST_BYTES) {
        throw new RunningRefusedException(RunningRefusal.TOO_LONG);
      }
      return found.get("dev") + ":" + found.get("ino");
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException | UnsupportedOperationException e) {
      throw new RunningRefusedException(RunningRefusal.UNREADABLE);
    }
  }

  private static boolean isWritableByOthers(Map<String, Object> attributes) {
    return (((Number) attributes.getOrDefault("mode", WRITABLE_BY_OTHERS)).intValue()
            & WRITABLE_BY_OTHERS)
        != 0;
  }

  static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It was only read.
    }
  }

  /** The user that this process runs as. */
  private static final class OwnUser {
    static final String ID = id();

    private static String id() {
      try {
        return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
      } catch (IOException | UnsupportedOperationException e) {
        return "unknown"; // Then the owner of the folder and root are all that count.
      }
    }
  }
}
