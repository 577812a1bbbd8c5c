package io.wattune.control;

import io.wattune.core.decision.Hold;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operators' holds that are not released, for every task to look at. A hold is obeyed by the
 * controller's own clock; the node's gate obeys it again by the node's. Written by one thread, read
 * by any.
 */
final class HoldBoard {
  /** Ended holds are dropped so much later: this clock may run ahead, and be put right. */
  private static final long KEEP_NANOS = 2 * 86_400_000_000_000L;

  private final Map<String, Hold> byId = new HashMap<>();

  /** What is looked at; null where {@link #byId} has changed since. */
  private volatile @Nullable Holds shown = Holds.NONE;

  /** A hold, or a newer version of it. */
  synchronized void put(Hold hold, long nowNanos) {
    if (hold.isReleased() || hold.untilNanos() <= nowNanos - KEEP_NANOS) {
      byId.remove(hold.holdId());
    } else {
      byId.put(hold.holdId(), hold);
    }
    shown = null;
  }

  /** Somebody has deleted the hold's key. */
  synchronized void remove(String holdId) {
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
    var holds = new Holds(byId);
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
