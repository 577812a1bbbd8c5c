package io.wattune.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The folder of an archive, while it has a writer.
 *
 * @param root the folder
 * @param header what holds for the whole archive
 * @param lockFile keeps other writers away until it is closed
 */
record LockedFolder(Path root, ArchiveHeader header, FileChannel lockFile)
    implements AutoCloseable {

  /**
   * Opens a folder, and makes an archive of it when it is absent or empty.
   *
   * @param wanted what a new archive should be like; an archive that is there keeps its own number
   *     of buckets
   * @throws ArchiveException where the folder is something else, is of another namespace, or has
   *     another writer
   */
  static LockedFolder open(Path root, ArchiveHeader wanted) throws IOException {
    DurableFolder.createFolders(root.toAbsolutePath().normalize());
    if (!Files.exists(root.resolve(ArchiveFormat.HEADER))) {
      requireFree(root);
    }
    FileChannel lockFile = lock(root);
    try {
      var manifest = new Manifest(root);
      if (!Files.exists(root.resolve(ArchiveFormat.HEADER))) {
        manifest.write(wanted);
      }
      ArchiveHeader header = manifest.header();
      if (!header.namespace().equals(wanted.namespace())) {
        throw new ArchiveException(
            root
                + " is the archive of '"
                + header.namespace()
                + "', not of '"
                + wanted.namespace()
                + "'; name another folder");
      }
      return new LockedFolder(root, header, lockFile);
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  /** A writer that was stopped, or found no room, before the header was there begins again. */
  private static void requireFree(Path root) throws IOException {
    try (Stream<Path> content = Files.list(root)) {
      for (Path file : content.toList()) {
        if (!isOfABeginning(file)) {
          throw new ArchiveException(
              root + " holds something else; name an archive, or a new or empty folder");
        }
      }
    }
  }

  private static boolean isOfABeginning(Path file) throws IOException {
    if (file.endsWith(ArchiveFormat.MANIFEST) && Files.isDirectory(file)) {
      try (Stream<Path> commits = Files.list(file)) {
        return commits.findAny().isEmpty();
      }
    }
    return file.endsWith(ArchiveFormat.LOCK)
        || file.endsWith(DurableFolder.unfinished(file.resolveSibling(ArchiveFormat.HEADER)));
  }

  private static FileChannel lock(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(
            root.resolve(ArchiveFormat.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Said below: it is this process that has it.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new ArchiveException(
        root + " has a writer already; stop it, or name another folder for this one");
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
