package io.wattune.control;

import io.wattune.core.decision.Hold;
import io.wattune.core.gate.Holds;
import io.wattune.core.tunable.Configuration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The operators' holds that are not released, for every task to look at. A hold is obeyed by the
 * controller's own clock; the node's gate obeys it again by the node's. Written by one thread, read
 * by any.
 */
final class HoldBoard {
  /** Ended holds are dropped so much later: this clock may run ahead, and be put right. */
  private static final long KEEP_NANOS = 2 * 86_400_000_000_000L;

  private final Map<String, Hold> byId = new TreeMap<>();
  private volatile List<Hold> notReleased = List.of();
  private volatile Holds all = Holds.NONE;

  /** A hold, or a newer version of it. */
  synchronized void put(Hold hold, long nowNanos) {
    byId.put(hold.holdId(), hold);
    publish(nowNanos);
  }

  /** Somebody has deleted the hold's key. */
  synchronized void remove(String holdId, long nowNanos) {
    byId.remove(holdId);
    publish(nowNanos);
  }

  private void publish(long nowNanos) {
    byId.values().removeIf(hold -> hold.isReleased() || hold.untilNanos() <= nowNanos - KEEP_NANOS);
    all = new Holds(byId);
    notReleased = List.copyOf(byId.values());
  }

  /** The settings at which a device is held now; null where it is not, or at its own. */
  @Nullable Configuration settingsOn(String device, long nowNanos) {
    return all.settingsOn(device, nowNanos);
  }

  /** Whether a device is to be left alone now. */
  boolean isHeld(String device, long nowNanos) {
    for (Hold hold : notReleased) {
      if (hold.isInForce(nowNanos) && hold.covers(device)) {
        return true;
      }
    }
    return false;
  }
}
