package io.wattune.collectors.journal;

import io.wattune.collectors.node.NodeFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The journal's two files. Each is written beside, forced to disk, renamed into place, and the
 * folder is forced too; the second only when the first is there. So after a loss of power at least
 * one is whole. Only who holds the writer lock writes.
 */
public final class JournalFiles {
  private final NodeFolder folder;

  public JournalFiles(NodeFolder folder) {
    this.folder = folder;
  }

  /** Whether a journal is there, whole or not. */
  public boolean isThere() {
    return Files.exists(folder.journal()) || Files.exists(folder.journalCopy());
  }

  /**
   * The journal, from whichever file is whole; empty where there is none.
   *
   * @throws BrokenJournalException where there is one and no file of it is whole
   */
  public Optional<Journal> read() throws IOException, BrokenJournalException {
    if (!isThere()) {
      return Optional.empty();
    }
    Journal first = read(folder.journal());
    Journal journal = first != null ? first : read(folder.journalCopy());
    if (journal == null) {
      throw new BrokenJournalException(
          "the journal in "
              + folder.path()
              + " is damaged in both copies, so that the own settings of this node are not known;"
              + " set its devices by hand to what they should be, then remove "
              + folder.journal().getFileName()
              + " and "
              + folder.journalCopy().getFileName());
    }
    return Optional.of(journal);
  }

  private static @Nullable Journal read(Path file) throws IOException {
    try {
      return JournalText.read(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Writes both files; returns when they are on disk. */
  void write(Journal journal) throws IOException {
    byte[] text = JournalText.write(journal);
    write(folder.journal(), text);
    write(folder.journalCopy(), text);
  }

  private void write(Path file, byte[] text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try (FileChannel channel =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceFolder();
  }

  /** Removes both files: when every own setting in them has been verified. */
  void remove() throws IOException {
    Files.deleteIfExists(folder.journalCopy());
    Files.deleteIfExists(folder.journal());
    forceFolder();
  }

  /** A renamed file is sure to be found after a loss of power only when its folder is on disk. */
  private void forceFolder() throws IOException {
    try (FileChannel channel = FileChannel.open(folder.path(), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
