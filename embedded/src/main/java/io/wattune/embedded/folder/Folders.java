package io.wattune.embedded.folder;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes whole folders. */
public final class Folders {
  private static final Logger LOG = LoggerFactory.getLogger(Folders.class);

  private Folders() {}

  /** Deletes {@code root} and all below it; links are deleted, not followed. Absent: no effect. */
  public static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(root, new Deleter());
  }

  /** Deletes a temporary folder, as far as that can be done: what is left is logged. */
  public static void deleteTemporary(Path folder, String whose) {
    try {
      deleteTree(folder);
    } catch (IOException e) {
      LOG.warn("could not delete {} temporary folder {}: {}", whose, folder, e.toString());
    }
  }

  /** Servers delete files of their own while they stop, so what is gone already is no error. */
  private static final class Deleter extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
