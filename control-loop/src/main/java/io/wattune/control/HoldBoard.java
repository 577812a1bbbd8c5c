package io.wattune.control;

import io.prometheus.metrics.core.metrics.Counter;
import io.wattune.core.decision.Hold;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operators' holds that are not released, for every task to look at. A hold is obeyed by the
 * controller's own clock; the node obeys it again by its own. Written by one thread, read by any.
 */
final class HoldBoard implements BoardProcessor.Board {
  private static final Logger LOG = LoggerFactory.getLogger(HoldBoard.class);

  /** Ended holds are dropped so much later: this clock may run ahead, and be put right. */
  private static final long KEEP_NANOS = 2 * 86_400_000_000_000L;

  private final Counter unreadable;

  /** An order that only a published schema explains is whatever the schema's sender says it is. */
  private final HoldCodec codec = new HoldCodec();

  private final Map<String, Hold> byId = new HashMap<>();

  /** What is looked at; null where {@link #byId} has changed since. */
  private volatile @Nullable Holds shown = Holds.NONE;

  /**
   * An empty board.
   *
   * @param unreadable counts the holds that cannot be read
   */
  HoldBoard(Counter unreadable) {
    this.unreadable = unreadable;
  }

  /** The key is what the topic is compacted by: it counts where the id in the record is another. */
  @Override
  public void show(String key, byte[] value, long nowNanos) throws UndecodableException {
    put(codec.decode(value).named(key), nowNanos);
  }

  @Override
  public void refuse(String key, String why) {
    unreadable.inc();
    LOG.warn("hold '{}' cannot be read and is left to the nodes' own gates: {}", key, why);
  }

  /** A hold, or a newer version of it. */
  synchronized void put(Hold hold, long nowNanos) {
    if (hold.isReleased() || hold.untilNanos() <= nowNanos - KEEP_NANOS) {
      byId.remove(hold.holdId());
    } else {
      byId.put(hold.holdId(), hold);
    }
    shown = null;
  }

  @Override
  public synchronized void remove(String holdId) {
    byId.remove(holdId);
    shown = null;
  }

  /** Made anew at the next look, and not for each of the thousands that a start may read. */
  private Holds now(long nowNanos) {
    Holds known = shown;
    return known == null ? renewed(nowNanos) : known;
  }

  private synchronized Holds renewed(long nowNanos) {
    byId.values().removeIf(hold -> hold.untilNanos() <= nowNanos - KEEP_NANOS);
    var holds = new Holds(byId.values());
    shown = holds;
    return holds;
  }

  /** The settings at which a device is held now; null where it is not, or at its own. */
  @Nullable Configuration settingsOn(String device, long nowNanos) {
    return now(nowNanos).settingsOn(device, nowNanos);
  }

  /** Whether a device is to be left alone now. */
  boolean isHeld(String device, long nowNanos) {
    return now(nowNanos).isHeld(device, nowNanos);
  }
}
