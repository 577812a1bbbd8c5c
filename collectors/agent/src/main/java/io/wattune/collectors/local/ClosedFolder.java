package io.wattune.collectors.local;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder that nobody but the agent's user may enter, inside of one in which others may write.
 * What has been moved here cannot be exchanged any more: what a look at it finds is what is opened
 * then. Between a look and an open in the outer folder a file could become a pipe, whose open waits
 * for ever, or a link. Both folders are held open, so that their own names do not matter either.
 */
final class ClosedFolder implements AutoCloseable {
  private static final Path NAME = Path.of(".wattune-taking");
  private static final Path SELF = Path.of("/proc/self");
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final SecureDirectoryStream<Path> outer;
  private final SecureDirectoryStream<Path> inner;

  private ClosedFolder(SecureDirectoryStream<Path> outer, SecureDirectoryStream<Path> inner) {
    this.outer = outer;
    this.inner = inner;
  }

  /** Opens the folder inside of this one, made where it is absent. */
  @SuppressWarnings("StreamResourceLeak") // It is open for as long as the folder is used.
  static ClosedFolder in(Path folder) throws IOException {
    try {
      Files.createDirectory(folder.resolve(NAME), PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      // Of an earlier look, or somebody else's: that is seen below.
    }
    SecureDirectoryStream<Path> outer = secure(Files.newDirectoryStream(folder));
    SecureDirectoryStream<Path> inner = null;
    boolean isOurs = false;
    try {
      inner = outer.newDirectoryStream(NAME, LinkOption.NOFOLLOW_LINKS);
      PosixFileAttributes about =
          inner.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
      isOurs = about.owner().equals(Files.getOwner(SELF)) && about.permissions().equals(OWNER_ONLY);
      if (!isOurs) {
        throw new IOException(
            folder.resolve(NAME) + " is not the agent's own; remove it, it is made anew");
      }
      return new ClosedFolder(outer, inner);
    } finally {
      if (!isOurs) {
        close(inner, outer);
      }
    }
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("this system cannot take files from a folder in which others write");
  }

  /** Moves a file here. */
  void take(Path name) throws IOException {
    outer.move(name, inner, name);
  }

  /** Moves a file back, under another name. */
  void giveBack(Path name, Path newName) throws IOException {
    inner.move(name, outer, newName);
  }

  /** What a file here is; a link is not followed. */
  PosixFileAttributes about(Path name) throws IOException {
    return inner
        .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** Opens a file here that was looked at before. */
  SeekableByteChannel open(Path name) throws IOException {
    return inner.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public void close() throws IOException {
    try {
      outer.deleteDirectory(NAME);
    } catch (IOException e) {
      // A file that could not be given back is in it: it is taken again by its name.
    }
    close(inner, outer);
  }

  private static void close(
      @Nullable SecureDirectoryStream<Path> inner, SecureDirectoryStream<Path> outer)
      throws IOException {
    try (outer) {
      if (inner != null) {
        inner.close();
      }
    }
  }
}
