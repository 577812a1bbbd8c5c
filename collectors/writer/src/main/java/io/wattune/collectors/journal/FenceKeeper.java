package io.wattune.collectors.journal;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The highest epoch of any device of a node, on disk before anything of that epoch is obeyed. Every
 * lease of the writer's next life begins with it, so that a controller that was shut out stays shut
 * out. One number for all devices is enough: a controller owns whole nodes. It is never lower than
 * a device's own fence, so nothing is let in that was refused for its epoch. Sequences are not
 * kept: what an earlier life may have obeyed is refused by the reading that it is based on.
 *
 * <p><b>It cannot be written:</b> the claim or decision that raises it is refused with the reason
 * {@code fence-broken}, since the writer could not keep its word after a start. Each further
 * decision of that epoch tries again.
 *
 * <p><b>It cannot be read:</b> which epochs were shut out is not known, so every decision is
 * refused until a claim comes whose epoch is at most a day older than the writer's start, in
 * milliseconds as controllers make them. A decision is no proof, a claim nearly is: it is sent
 * once, at a take-over, and the writer reads from its topic's end on, so that a replaced controller
 * sends decisions only. The bound shuts out a claim that was delayed for longer than a day; a day
 * leaves room for clocks that differ by their zone. The next take-over therefore opens the node
 * again, and so does removing the file. Until then its devices have their own settings.
 *
 * <p><b>It is more than a day ahead of the node's clock:</b> no controller's epoch is. A claim or a
 * decision of such an epoch is refused ({@code from-the-future}): if it counted, no later
 * controller would ever be obeyed. One that an earlier release has taken is treated as a fence that
 * cannot be read.
 *
 * <p>Only who holds the writer lock uses it. Thread-safe. Tests: {@code FenceKeeperTest}, {@code
 * WriterTest}.
 */
public final class FenceKeeper {
  /** What {@link #epoch} says where none was seen yet. */
  public static final long NONE = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(FenceKeeper.class);
  private static final String HEAD = "wattune-fence 1";
  private static final String EPOCH = "epoch\t";
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long DAY_MILLIS = 86_400_000L;

  private final Path file;
  private final String node;
  private final long lowestClaim;
  private volatile boolean isUnreadable;
  private volatile long epoch;
  private boolean isTroubleLogged;

  private FenceKeeper(Path file, String node, OptionalLong epoch, long wallNanos) {
    this.file = file;
    this.node = node;
    this.isUnreadable = epoch.isEmpty() || isTooFarAhead(epoch.getAsLong(), wallNanos);
    this.epoch = isUnreadable ? NONE : epoch.getAsLong();
    this.lowestClaim = wallNanos / NANOS_PER_MILLI - DAY_MILLIS;
  }

  /**
   * Begins with the fence of an earlier life, if there is one.
   *
   * @param wallNanos the node's clock
   */
  public static FenceKeeper open(NodeFolder folder, String node, long wallNanos) {
    var fence = new FenceKeeper(folder.fence(), node, read(folder.fence(), node), wallNanos);
    if (fence.isUnreadable) {
      LOG.error("node {}: {}", node, fence.unreadable().detail());
    }
    return fence;
  }

  private static OptionalLong read(Path file, String node) {
    try {
      return epoch(Files.readAllBytes(file), node);
    } catch (NoSuchFileException e) {
      return OptionalLong.of(NONE);
    } catch (IOException e) {
      LOG.error("{} cannot be read: {}", file, e.toString());
      return OptionalLong.empty();
    }
  }

  static byte[] text(String node, long epoch) {
    return CheckedText.write(HEAD, node, List.of(EPOCH + epoch));
  }

  /** The epoch; empty where the bytes are not a whole fence of this node. */
  static OptionalLong epoch(byte[] bytes, String node) {
    List<String> lines = CheckedText.read(bytes, HEAD, node);
    try {
      return lines == null || lines.size() != 1 || !lines.get(0).startsWith(EPOCH)
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(lines.get(0).substring(EPOCH.length())));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // Of another version.
    }
  }

  /** The highest epoch on disk; {@link #NONE} where there is none, or it cannot be read. */
  public long epoch() {
    return epoch;
  }

  /**
   * Why an epoch is not to be taken at all, by a claim neither; null where it may be.
   *
   * @param wallNanos the node's clock
   */
  public static @Nullable Obstacle implausible(long newEpoch, long wallNanos) {
    return isTooFarAhead(newEpoch, wallNanos)
        ? new Obstacle(
            ActuationReason.FROM_THE_FUTURE,
            "epoch "
                + newEpoch
                + " is more than a day ahead of this node's clock; see the clocks of the node and of"
                + " the controller")
        : null;
  }

  private static boolean isTooFarAhead(long newEpoch, long wallNanos) {
    return newEpoch > wallNanos / NANOS_PER_MILLI + DAY_MILLIS;
  }

  /**
   * Takes a claim; returns when it is on disk, with null, or why it must be refused.
   *
   * @param wallNanos the node's clock
   */
  public @Nullable Obstacle claimed(long newEpoch, long wallNanos) {
    Obstacle implausible = implausible(newEpoch, wallNanos);
    if (implausible != null) {
      return implausible;
    }
    return isUnreadable && newEpoch < lowestClaim ? unreadable() : raise(newEpoch);
  }

  /** Takes the epoch of a right decision; returns as {@link #claimed} does. */
  public @Nullable Obstacle decided(long newEpoch, long wallNanos) {
    Obstacle implausible = implausible(newEpoch, wallNanos);
    if (implausible != null) {
      return implausible;
    }
    return isUnreadable ? unreadable() : raise(newEpoch);
  }

  private @Nullable Obstacle raise(long newEpoch) {
    return newEpoch <= epoch ? null : write(newEpoch);
  }

  private synchronized @Nullable Obstacle write(long newEpoch) {
    if (newEpoch <= epoch) {
      return null; // Another device's thread was faster.
    }
    try {
      DurableFile.write(file, text(node, newEpoch), DurableFile.OWNER);
    } catch (IOException e) {
      return unwritable(newEpoch, e);
    }
    epoch = newEpoch;
    isUnreadable = false;
    isTroubleLogged = false;
    return null;
  }

  private Obstacle unwritable(long newEpoch, IOException e) {
    String what =
        ("epoch %s cannot be written to %s, so that it would not count after the writer's "
                + "next start: %s; make the folder writable")
            .formatted(newEpoch, file, e);
    if (!isTroubleLogged) {
      LOG.error("node {}: {}", node, what);
      isTroubleLogged = true;
    }
    return new Obstacle(ActuationReason.FENCE_BROKEN, what);
  }

  private Obstacle unreadable() {
    return new Obstacle(
        ActuationReason.FENCE_BROKEN,
        file
            + " cannot be read as the fence of this node, or is of the far future, so that it is not known which controllers"
            + " were shut out; a claim of an epoch from "
            + lowestClaim
            + " on is awaited: start the controller again, or remove the file if none but the right"
            + " one runs, and start the writer again");
  }
}
