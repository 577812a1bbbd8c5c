package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceId;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest hold of each id, but those that are released. Immutable. Found by what they are for,
 * so that a device costs no more where thousands of others are held. A hold of a job is one of
 * every device: see {@link Hold#covers}.
 */
public final class Holds {
  /** Nothing is held. */
  public static final Holds NONE = new Holds(Map.of());

  private final Map<String, Hold> byId;
  private final List<Hold> ofAll = new ArrayList<>();
  private final Map<String, List<Hold>> byNode = new HashMap<>();
  private final Map<String, List<Hold>> byDevice = new HashMap<>();

  /**
   * These holds.
   *
   * @param newest by hold id
   */
  public Holds(Map<String, Hold> newest) {
    Map<String, Hold> kept = new HashMap<>();
    newest.forEach(
        (id, hold) -> {
          if (!hold.isReleased()) {
            kept.put(id, hold);
            place(hold).add(hold);
          }
        });
    byId = Map.copyOf(kept);
  }

  private List<Hold> place(Hold hold) {
    return switch (hold.scope()) {
      case ALL, JOB -> ofAll;
      case NODE -> byNode.computeIfAbsent(hold.name(), absent -> new ArrayList<>());
      case DEVICE -> byDevice.computeIfAbsent(hold.name(), absent -> new ArrayList<>());
    };
  }

  /** By hold id. */
  public Map<String, Hold> byId() {
    return byId;
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

  /** Those that may cover a device. */
  private List<List<Hold>> near(String device) {
    return List.of(
        ofAll,
        byNode.getOrDefault(DeviceId.nodeOf(device), List.of()),
        byDevice.getOrDefault(device, List.of()));
  }

  /** Whether a hold is in force on a device. */
  public boolean isHeld(String device, long wallNanos) {
    for (List<Hold> some : near(device)) {
      for (Hold hold : some) {
        if (hold.isInForce(wallNanos) && hold.covers(device)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The hold that is in force on a device, the first by id; null where none is. */
  public @Nullable Obstacle on(String device, long wallNanos) {
    Hold first = null;
    for (List<Hold> some : near(device)) {
      for (Hold hold : some) {
        if (hold.isInForce(wallNanos)
            && hold.covers(device)
            && (first == null || hold.holdId().compareTo(first.holdId()) < 0)) {
          first = hold;
        }
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
    for (List<Hold> some : near(device)) {
      for (Hold hold : some) {
        if (hold.isInForce(wallNanos) && hold.covers(device)) {
          if (hold.settings().isEmpty()
              || (settings != null && !settings.equals(hold.settings()))) {
            return null;
          }
          settings = hold.settings();
        }
      }
    }
    return settings;
  }

  private static String words(Hold hold) {
    return "held by " + hold.by() + " (" + hold.why() + "), hold '" + hold.holdId() + "'";
  }
}
