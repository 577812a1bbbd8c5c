package io.wattune.collectors.decisions;

import io.wattune.collectors.journal.CheckedText;
import io.wattune.collectors.journal.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the writer keeps of a node on the disk for its next life, in lines with a check sum. Trouble
 * is logged, once for each change, and stops nothing. Not thread-safe.
 */
final class KeptLines {
  private static final Logger LOG = LoggerFactory.getLogger(KeptLines.class);

  private final Path file;
  private final String head;
  private final String node;
  private final String unread;
  private final String unwritten;
  private String trouble = "";

  /**
   * Of a node.
   *
   * @param head the first line: what it is, and its version
   * @param unread what counts where it cannot be read, in words
   * @param unwritten that it cannot be written and what follows, in words with a place for the file
   */
  KeptLines(Path file, String head, String node, String unread, String unwritten) {
    this.file = file;
    this.head = head;
    this.node = node;
    this.unread = unread;
    this.unwritten = unwritten.formatted(file);
  }

  /**
   * What an earlier life has kept; empty where it has nothing, or that cannot be read.
   *
   * @param parsing throws what a wrong number or place does where lines are of another version
   */
  <T> Optional<T> read(Function<List<String>, T> parsing) {
    try {
      List<String> lines = CheckedText.read(Files.readAllBytes(file), head, node);
      if (lines != null) {
        return Optional.of(parsing.apply(lines));
      }
      LOG.error("node {}: {} is damaged; {}", node, file, unread);
    } catch (NoSuchFileException e) {
      LOG.debug("nothing was kept", e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      LOG.error("node {}: {} is damaged; {}", node, file, unread);
    } catch (IOException e) {
      LOG.error("node {}: {} cannot be read, so that {}: {}", node, file, unread, e.toString());
    }
    return Optional.empty();
  }

  /** Keeps these in their place; whether they are on disk. */
  boolean write(List<String> lines) {
    try {
      DurableFile.write(file, CheckedText.write(head, node, lines), DurableFile.OWNER);
      trouble = "";
    } catch (IOException e) {
      if (!trouble.equals(e.toString())) {
        LOG.error("node {}: {}: {}", node, unwritten, e.toString());
      }
      trouble = e.toString();
    }
    return trouble.isEmpty();
  }
}
