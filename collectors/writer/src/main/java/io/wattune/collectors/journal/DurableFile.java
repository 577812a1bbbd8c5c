package io.wattune.collectors.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Replaces a file so that after a loss of power it is whole, and the old one or the new one. */
public final class DurableFile {
  /** Of what concerns nobody but the writer and the guardian. */
  public static final String OWNER = "rw-------";

  /** Of what the agent reads, whose group is that of the writer. */
  public static final String OWNER_AND_GROUP = "rw-r-----";

  private DurableFile() {}

  /**
   * Written beside, forced to disk, renamed into place, and then the folder is forced too.
   *
   * @param rights who may read it, whatever the umask
   */
  public static void write(Path file, byte[] content, String rights) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    if (!Files.isDirectory(draft, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(draft); // Of a life that ended in between, perhaps with other rights.
    }
    try (FileChannel channel = create(draft, PosixFilePermissions.fromString(rights))) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceFolder(file.resolveSibling("."));
  }

  private static FileChannel create(Path file, Set<PosixFilePermission> rights) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return FileChannel.open(file, options);
    }
    FileChannel channel =
        FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(rights));
    try {
      Files.setPosixFilePermissions(file, rights); // The umask takes some away.
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** A renamed file is sure to be found after a loss of power only when its folder is on disk. */
  static void forceFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
