package io.wattune.core.gate;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Hold;
import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest hold of each id. Immutable. A hold of a job is one of every device: see {@link
 * Hold#covers}.
 *
 * @param byId by hold id
 */
public record Holds(Map<String, Hold> byId) {
  /** Nothing is held. */
  public static final Holds NONE = new Holds(Map.of());

  public Holds {
    byId = Map.copyOf(byId);
  }

  /** With a hold, in place of the one with its id if there was any. */
  public Holds with(Hold hold) {
    var changed = new HashMap<>(byId);
    changed.put(hold.holdId(), hold);
    return new Holds(changed);
  }

  /** Without the hold of this id. */
  public Holds without(String holdId) {
    var changed = new HashMap<>(byId);
    changed.remove(holdId);
    return new Holds(changed);
  }

  /** The hold that is in force on a device, the first by id; null where none is. */
  public @Nullable Obstacle on(String device, long wallNanos) {
    Hold first = null;
    for (Hold hold : byId.values()) {
      if (hold.isInForce(wallNanos)
          && hold.covers(device)
          && (first == null || hold.holdId().compareTo(first.holdId()) < 0)) {
        first = hold;
      }
    }
    return first == null ? null : new Obstacle(ActuationReason.HELD, words(first));
  }

  /**
   * The settings at which the operator holds a device; null where he holds it at its own or not at
   * all. A hold without settings counts before those with: so it does where two hold the device at
   * different ones.
   */
  public @Nullable Configuration settingsOn(String device, long wallNanos) {
    Configuration settings = null;
    for (Hold hold : byId.values()) {
      if (hold.isInForce(wallNanos) && hold.covers(device)) {
        if (hold.settings().isEmpty() || settings != null && !settings.equals(hold.settings())) {
          return null;
        }
        settings = hold.settings();
      }
    }
    return settings;
  }

  private static String words(Hold hold) {
    return "held by " + hold.by() + " (" + hold.why() + "), hold '" + hold.holdId() + "'";
  }
}
