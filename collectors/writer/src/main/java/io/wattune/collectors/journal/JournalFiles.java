package io.wattune.collectors.journal;

import io.wattune.collectors.setup.NodeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The journal's two files, the second written only when the first is on disk. So after a loss of
 * power at least one is whole. Only who holds the writer lock writes.
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
          ("the journal in %s is damaged in both copies, so that the own settings of this "
                  + "node are not known; set its devices by hand to what they should be, then "
                  + "remove %s and %s")
              .formatted(
                  folder.path(),
                  folder.journal().getFileName(),
                  folder.journalCopy().getFileName()));
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
    DurableFile.write(folder.journal(), text, DurableFile.OWNER_AND_GROUP);
    DurableFile.write(folder.journalCopy(), text, DurableFile.OWNER_AND_GROUP);
  }

  /** Removes both files: when every own setting in them has been verified. */
  void remove() throws IOException {
    Files.deleteIfExists(folder.journalCopy());
    Files.deleteIfExists(folder.journal());
    DurableFile.forceFolder(folder.path());
  }
}
