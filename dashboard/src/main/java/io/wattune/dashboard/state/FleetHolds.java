package io.wattune.dashboard.state;

import io.wattune.core.decision.Hold;
import io.wattune.core.lease.Holds;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operators' holds that are not released. */
final class FleetHolds {
  private final Map<String, Hold> byId = new HashMap<>();

  /** By what they are for; null where {@link #byId} has changed since. */
  private @Nullable Holds indexed;

  private long version;

  /** A hold, or a newer version of it. */
  void put(Hold hold) {
    byId.put(hold.holdId(), hold);
    changed();
  }

  /** Somebody has deleted the hold's key. */
  void remove(String holdId) {
    byId.remove(holdId);
    changed();
  }

  private void changed() {
    indexed = null;
    version++;
  }

  /** Made anew at the next look, and not for each of the thousands that a start may read. */
  private Holds indexed() {
    Holds known = indexed;
    if (known == null) {
      byId.values().removeIf(Hold::isReleased);
      known = new Holds(byId.values());
      indexed = known;
    }
    return known;
  }

  /** Grows when a hold comes or goes. */
  long version() {
    return version;
  }

  /** Whether any holds a device now. */
  boolean areOn(String device, long nowNanos) {
    return indexed().on(device, nowNanos) != null;
  }

  /** Those in force, by their ends. */
  List<Hold> inForce(long nowNanos) {
    return indexed().byId().values().stream()
        .filter(hold -> hold.isInForce(nowNanos))
        .sorted(Comparator.comparingLong(Hold::untilNanos).thenComparing(Hold::holdId))
        .toList();
  }

  /** The hold of an id, in force or not; null where there is none. */
  @Nullable Hold byId(String holdId) {
    return indexed().byId().get(holdId);
  }
}
