package io.wattune.schemas.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file that decides what a process does, or that is a secret. It is refused where anybody
 * but root and the process's own user (and who became root by sudo) could have changed it: the file
 * itself, or a folder on the way to it, since whoever may write there can put another file in its
 * place. A group may write only if it is its user's own, which has his number. In a folder that is
 * sticky, such as {@code /tmp}, only the owner can replace a file.
 *
 * <p>A file system that is mounted read-only is not looked at: nobody who sees it can write there,
 * and whoever mounted it, as containers do with their secrets, chose who sees it.
 *
 * <p>The rights are checked before the file is opened. Nobody else can put another file there
 * between the two, as the check has just found.
 */
public final class ProtectedFile {
  private static final int ROOT = 0;
  private static final int GROUP_WRITES = 0020;
  private static final int OTHERS_WRITE = 0002;
  private static final int CLOSED_OF_A_SECRET = 0027;
  private static final int STICKY = 01000;

  private ProtectedFile() {}

  /**
   * The bytes of a file that nobody else may change.
   *
   * @param most longer files are refused
   */
  public static byte[] read(Path file, int most) throws IOException {
    return read(file, most, false);
  }

  /**
   * The bytes of a file that nobody else may change, and only its owner and group may read.
   *
   * @param most longer files are refused
   */
  public static byte[] readSecret(Path file, int most) throws IOException {
    return read(file, most, true);
  }

  /**
   * Writes a new file that only its owner may read.
   *
   * @throws java.nio.file.FileAlreadyExistsException where there is one already
   */
  public static void createSecret(Path file, String text) throws IOException {
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createFile(
        file,
        isPosix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0]);
    Files.writeString(file, text, StandardCharsets.US_ASCII, StandardOpenOption.WRITE);
  }

  /** Refuses a secret that others may read or change. */
  public static void checkSecret(Path file) throws IOException {
    check(file, true);
  }

  /** Refuses a folder in which others may write, or that they could replace. */
  public static void checkFolder(Path folder) throws IOException {
    Path real = folder.toRealPath();
    if (isChecked(real)) {
      Rights.of(real).requireProtected(real); // Sticky or not: others could put new files there.
      checkFolders(real);
      checkFolders(folder.toAbsolutePath().normalize());
    }
  }

  /** A file system without such rights says nothing, and one that is read-only needs none. */
  private static boolean isChecked(Path real) throws IOException {
    return real.getFileSystem().supportedFileAttributeViews().contains("unix")
        && !Files.getFileStore(real).isReadOnly();
  }

  private static byte[] read(Path file, int most, boolean isSecret) throws IOException {
    check(file, isSecret);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new IOException(file + " is too long: it has more than " + most + " bytes");
      }
      return bytes;
    }
  }

  private static void check(Path file, boolean isSecret) throws IOException {
    Path real = file.toRealPath();
    if (!Files.isRegularFile(real)) {
      throw new UnprotectedFileException(file + " is no plain file");
    }
    if (!isChecked(real)) {
      return;
    }
    Rights rights = Rights.of(real);
    if (isSecret && (rights.mode() & CLOSED_OF_A_SECRET) != 0) {
      throw new UnprotectedFileException(
          ("%s holds a secret and has the rights %s, so that others may read or change "
                  + "it; run: chmod 600 %s, and if others had access to it make a new one")
              .formatted(file, rights.text(), file));
    }
    rights.requireProtected(real);
    checkFolders(real);
    checkFolders(file.toAbsolutePath().normalize());
  }

  private static void checkFolders(Path file) throws IOException {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      Rights rights = Rights.of(folder);
      if ((rights.mode() & STICKY) == 0) {
        rights.requireProtected(folder);
      } else {
        rights.requireOwner(folder);
      }
    }
  }

  /** Who may do what with a file or folder. */
  private record Rights(int owner, int group, int mode) {
    private static final String NAMES = "rwxrwxrwx";

    static Rights of(Path path) throws IOException {
      Map<String, Object> found = Files.readAttributes(path, "unix:uid,gid,mode");
      return new Rights(
          number(found.get("uid")), number(found.get("gid")), number(found.get("mode")));
    }

    private static int number(@Nullable Object value) throws IOException {
      if (value instanceof Integer number) {
        return number;
      }
      throw new IOException("the file system does not say who may write");
    }

    /** As {@code ls -l} shows them. */
    String text() {
      StringBuilder text = new StringBuilder();
      for (int bit = NAMES.length() - 1; bit >= 0; bit--) {
        text.append((mode & (1 << bit)) == 0 ? '-' : NAMES.charAt(NAMES.length() - 1 - bit));
      }
      return text.toString();
    }

    void requireProtected(Path path) throws IOException {
      requireOwner(path);
      boolean isShared = (mode & GROUP_WRITES) != 0 && group != owner;
      if (isShared || (mode & OTHERS_WRITE) != 0) {
        throw new UnprotectedFileException(
            "%s has the rights %s, so that others may change what is read here; run: chmod go-w %s"
                .formatted(path, text(), path));
      }
    }

    void requireOwner(Path path) throws IOException {
      if (!OwnUser.IDS.contains(owner)) {
        throw new UnprotectedFileException(
            "%s belongs to user %s".formatted(path, owner)
                + ", who may change what is read here; give it to root or to the user who runs this");
      }
    }
  }

  /** Root, the user that this process runs as, and who became root by sudo to start it. */
  private static final class OwnUser {
    static final Set<Integer> IDS = ids();

    private static Set<Integer> ids() {
      Set<Integer> ids = new HashSet<>(Set.of(ROOT));
      try {
        ids.add(Rights.of(Path.of("/proc/self")).owner());
        String caller = System.getenv("SUDO_UID");
        if (caller != null && ids.size() == 1) {
          ids.add(Integer.valueOf(caller));
        }
      } catch (IOException | UnsupportedOperationException | NumberFormatException e) {
        return ids; // Not known: then nobody but root counts.
      }
      return ids;
    }
  }
}
