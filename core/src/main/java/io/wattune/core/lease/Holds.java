package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceId;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
  public static final Holds NONE = new Holds(List.of());

  private final Map<String, Hold> byId;
  private final List<Hold> ofAll = new ArrayList<>();
  private final Map<String, List<Hold>> byNode = new HashMap<>();
  private final Map<String, List<Hold>> byDevice = new HashMap<>();

  /** These holds, of which no two have one id. */
  public Holds(Collection<Hold> newest) {
    Map<String, Hold> kept = new HashMap<>();
    for (Hold hold : newest) {
      if (!hold.isReleased()) {
        kept.put(hold.holdId(), hold);
        place(hold).add(hold);
      }
    }
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

  /** Those that are in force on a device. */
  private List<Hold> inForceOn(String device, long wallNanos) {
    List<Hold> inForce = new ArrayList<>();
    add(ofAll, wallNanos, inForce);
    add(byNode.getOrDefault(DeviceId.nodeOf(device), List.of()), wallNanos, inForce);
    add(byDevice.getOrDefault(device, List.of()), wallNanos, inForce);
    return inForce;
  }

  private static void add(List<Hold> some, long wallNanos, List<Hold> inForce) {
    for (Hold hold : some) {
      if (hold.isInForce(wallNanos)) {
        inForce.add(hold);
      }
    }
  }

  /** Whether a hold is in force on a device. */
  public boolean isHeld(String device, long wallNanos) {
    return !inForceOn(device, wallNanos).isEmpty();
  }

  /** The hold that is in force on a device, the first by id; null where none is. */
  public @Nullable Obstacle on(String device, long wallNanos) {
    return inForceOn(device, wallNanos).stream()
        .min(Comparator.comparing(Hold::holdId))
        .map(first -> new Obstacle(ActuationReason.HELD, words(first)))
        .orElse(null);
  }

  /**
   * The settings at which the operator holds a device; null where he holds it at its own or not at
   * all. A hold without settings counts before those with: so it does where two hold the device at
   * different ones.
   */
  public @Nullable Configuration settingsOn(String device, long wallNanos) {
    Configuration settings = null;
    for (Hold hold : inForceOn(device, wallNanos)) {
      if (hold.settings().isEmpty() || (settings != null && !settings.equals(hold.settings()))) {
        return null;
      }
      settings = hold.settings();
    }
    return settings;
  }

  private static String words(Hold hold) {
    return "held by " + hold.by() + " (" + hold.why() + "), hold '" + hold.holdId() + "'";
  }
}
