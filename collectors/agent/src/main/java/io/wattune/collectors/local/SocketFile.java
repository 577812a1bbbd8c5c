package io.wattune.collectors.local;

import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The socket's file: made with the right permissions, and never in another agent's place. */
final class SocketFile {
  /** What fits into a Unix socket's address, less the zero at its end. */
  static final int LONGEST_PATH = 107;

  /** Connecting needs the right to write; the agent's user and the group have it. */
  private static final String PERMISSIONS = "rw-rw----";

  private SocketFile() {}

  /**
   * Listens at a path. The file is made in a folder that only this user may enter, and comes to its
   * place when its permissions are set: nobody can be quicker.
   *
   * @param group whose members may use it; null for the agent's own
   * @throws IOException where it cannot be; the message says what to do
   */
  static ServerSocketChannel listen(Path path, @Nullable String group) throws IOException {
    Path target = path.toAbsolutePath();
    requireShort(target);
    requireFree(target);
    Path folder = target.resolveSibling(".sock");
    Path draft = folder.resolve("s");
    requireShort(draft);
    Files.createDirectories(target.getParent());
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(draft); // An agent that died here has left them.
    }
    Files.deleteIfExists(folder);
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    boolean isPlaced = false;
    try {
      ServerSocketChannel unused = server.bind(UnixDomainSocketAddress.of(draft), 128);
      permit(draft, group);
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(folder);
      isPlaced = true;
      return server;
    } finally {
      if (!isPlaced) {
        server.close();
      }
    }
  }

  private static void requireShort(Path path) throws IOException {
    int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_PATH) {
      throw new IOException(
          ("the path of a socket must have at most %s bytes, %s has %s; name a shorter "
                  + "one as activities.socket in the node's file")
              .formatted(LONGEST_PATH, path, length));
    }
  }

  private static void requireFree(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean isPlain =
        !Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther();
    if (isPlain) {
      throw new IOException(path + " is there and is no socket; move it away");
    }
    if (answers(path)) {
      throw new IOException("another agent listens at " + path + "; each needs its own socket");
    }
  }

  private static boolean answers(Path path) {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return probe.connect(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      return false; // An agent that is gone has left it.
    }
  }

  private static void permit(Path path, @Nullable String group) throws IOException {
    if (group != null) {
      try {
        GroupPrincipal members =
            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setGroup(members);
      } catch (IOException e) {
        throw new IOException(
            "the socket cannot be given to the group '"
                + group
                + "': is there such a group, and is the agent's user in it? "
                + FailureWords.of(e),
            e);
      }
    }
    Path unused = Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(PERMISSIONS));
  }
}
