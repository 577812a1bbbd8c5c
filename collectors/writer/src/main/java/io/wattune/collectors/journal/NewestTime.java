package io.wattune.collectors.journal;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What time it is at least, whatever the node's clock says, over its starts, too: the newest time
 * of a signed decision that was believed. Who sets the node's clock back could else bring a key
 * back that has come to its end, and have decisions obeyed that were recorded then.
 *
 * <p>A time counts only as far as the node's own clock has come: no controller's clock alone can
 * put it ahead. Nor can the node's alone. Where both were ahead by more than a day, and were put
 * right, decisions are refused until the file is removed.
 *
 * <pre>
 * wattune-newest 1
 * node     n17
 * time     1795423692525000000
 * crc32c   e40881e2
 * </pre>
 *
 * <p>The file may be ten minutes behind: so much less it protects after a start. Only who holds the
 * writer lock uses it. Thread-safe. Test: {@code NewestTimeTest}.
 */
public final class NewestTime {
  /** Clocks of controllers may differ by so much, their zone for example. */
  static final long SLACK_NANOS = 86_400_000_000_000L;

  /** A disk need not be written to each second. */
  static final long WRITE_EACH_NANOS = 600_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(NewestTime.class);
  private static final String HEAD = "wattune-newest 1\nnode\t";
  private static final String TIME = "\ntime\t";
  private static final long NONE = 0;

  private final Path file;
  private final String node;
  private long newestNanos;
  private long writtenNanos;
  private String trouble = "";

  private NewestTime(Path file, String node, long newestNanos) {
    this.file = file;
    this.node = node;
    this.newestNanos = newestNanos;
    this.writtenNanos = newestNanos;
  }

  /** Begins with what an earlier life has written; a file that cannot be read is logged. */
  public static NewestTime open(NodeFolder folder, String node) {
    return new NewestTime(folder.newest(), node, read(folder.newest(), node));
  }

  private static long read(Path file, String node) {
    try {
      String head = HEAD + node + TIME;
      String text = CheckedText.read(Files.readAllBytes(file));
      if (text != null && text.startsWith(head)) {
        return Math.max(NONE, Long.parseLong(text.substring(head.length()).strip()));
      }
      LOG.error("node {}: {} is damaged; the node's clock alone counts", node, file);
    } catch (NoSuchFileException e) {
      LOG.debug("no time was kept", e);
    } catch (IOException | NumberFormatException e) {
      LOG.error(
          "node {}: {} cannot be read, so that the node's clock alone counts: {}",
          node,
          file,
          e.toString());
    }
    return NONE;
  }

  /** The node's clock, or this time where the clock is behind it. */
  public synchronized long notBefore(long wallNanos) {
    return Math.max(wallNanos, newestNanos);
  }

  /**
   * Takes the time of a decision that was believed.
   *
   * @param decidedAtNanos when it was made, by the controller's clock
   * @param wallNanos the node's clock
   * @return why it is too old to be obeyed; null where it is not
   */
  public synchronized @Nullable Obstacle taken(long decidedAtNanos, long wallNanos) {
    if (decidedAtNanos < newestNanos - SLACK_NANOS) {
      return new Obstacle(
          ActuationReason.LEASE_OVER,
          "it was made more than a day before the newest decision that this node has believed; was"
              + " the clock of the node or of the controller set back? If the clock was ahead"
              + " before, stop the writer, remove "
              + file
              + ", and start it again");
    }
    newestNanos = Math.max(newestNanos, Math.min(decidedAtNanos, wallNanos));
    if (newestNanos - writtenNanos >= WRITE_EACH_NANOS) {
      write();
    }
    return null;
  }

  private void write() {
    try {
      String text = HEAD + node + TIME + newestNanos + "\n";
      DurableFile.write(file, CheckedText.write(text), DurableFile.OWNER);
      trouble = "";
    } catch (IOException e) {
      if (!trouble.equals(e.toString())) {
        LOG.error(
            "node {}: {} cannot be written, so that after a start the node's clock alone counts:"
                + " {}",
            node,
            file,
            e.toString());
      }
      trouble = e.toString();
    }
    writtenNanos = newestNanos; // Where it cannot be written it is tried again later.
  }
}
