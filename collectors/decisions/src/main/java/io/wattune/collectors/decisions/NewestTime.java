package io.wattune.collectors.decisions;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
final class NewestTime {
  /** Clocks of controllers may differ by so much, their zone for example. */
  static final long SLACK_NANOS = 86_400_000_000_000L;

  /** A disk need not be written to each second. */
  static final long WRITE_EACH_NANOS = 600_000_000_000L;

  private static final String TIME = "time\t";

  private final Path file;
  private final KeptLines kept;
  private long newestNanos;
  private long writtenNanos;

  private NewestTime(Path file, String node) {
    this.file = file;
    this.kept =
        new KeptLines(
            file,
            "wattune-newest 1",
            node,
            "the node's clock alone counts",
            "%s cannot be written, so that after a start the node's clock alone counts");
    this.newestNanos = kept.read(NewestTime::time).orElse(0L);
    this.writtenNanos = newestNanos;
  }

  /** Begins with what an earlier life has written; a file that cannot be read is logged. */
  static NewestTime open(NodeFolder folder, String node) {
    return new NewestTime(folder.newest(), node);
  }

  private static Long time(List<String> lines) {
    return Math.max(0, Long.parseLong(lines.get(0).substring(TIME.length())));
  }

  /** The node's clock, or this time where the clock is behind it. */
  synchronized long notBefore(long wallNanos) {
    return Math.max(wallNanos, newestNanos);
  }

  /**
   * Takes the time of a decision that was believed.
   *
   * @param decidedAtNanos when it was made, by the controller's clock
   * @param wallNanos the node's clock
   * @return why it is too old to be obeyed; null where it is not
   */
  synchronized @Nullable Obstacle taken(long decidedAtNanos, long wallNanos) {
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
      boolean unused = kept.write(List.of(TIME + newestNanos));
      writtenNanos = newestNanos; // Where it cannot be written it is tried again later.
    }
    return null;
  }
}
