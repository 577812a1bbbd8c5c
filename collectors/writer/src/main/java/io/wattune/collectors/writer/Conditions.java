package io.wattune.collectors.writer;

import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.tunable.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What forbids a node's devices everything but their own settings: tuning off, a broken journal, no
 * guardian, a hold, shadow. While the holds have not been read everything is held: that is the safe
 * side. Thread-safe.
 */
final class Conditions {
  private static final Obstacle IN_SHADOW =
      new Obstacle(
          ActuationReason.SHADOW,
          "nothing else forbids it, and this writer only says what it would write");

  private static final Obstacle NOT_ORDERED =
      new Obstacle(
          ActuationReason.NOT_ORDERED,
          "it says that it was set by hand, and no order for it is in force here");

  private final TuningRules tuning;
  private volatile @Nullable String brokenJournal;
  private volatile @Nullable Holds holds;
  private volatile boolean isGuarded;

  Conditions(TuningRules tuning) {
    this.tuning = tuning;
  }

  void journalIsBroken(String what) {
    brokenJournal = what;
  }

  void holds(Holds newest) {
    holds = newest;
  }

  /** Takes whether a guardian is there; true where that is new. */
  boolean guarded(boolean isThere) {
    boolean isNew = isThere != isGuarded;
    isGuarded = isThere;
    return isNew;
  }

  boolean isGuarded() {
    return isGuarded;
  }

  boolean areHoldsRead() {
    return holds != null;
  }

  /** Whether the devices are opened for writing at all. */
  boolean mayWrite() {
    return tuning.isOn() && brokenJournal == null && !tuning.isShadow();
  }

  boolean isShadow() {
    return tuning.isOn() && tuning.isShadow();
  }

  /** What forbids a device everything but its own settings now; null where nothing does. */
  @Nullable Obstacle on(String device, long wallNanos) {
    return on(device, wallNanos, null);
  }

  /**
   * What forbids a decision for a device now; null where nothing does. A device that the operator
   * holds at settings takes the decisions that wish exactly these, whatever runs; and no device
   * takes a decision that says it was set by hand without such a hold, for else whoever can delete
   * a hold could have the controller's signature for settings of his own.
   *
   * @param decision null for whatever it may be
   */
  @Nullable Obstacle on(String device, long wallNanos, Decision.@Nullable ForDevice decision) {
    if (!tuning.isOn()) {
      return new Obstacle(
          ActuationReason.WRITING_OFF, "the node's file does not have tuning.isOn: true");
    }
    String broken = brokenJournal;
    if (broken != null) {
      return new Obstacle(ActuationReason.JOURNAL_BROKEN, broken);
    }
    // In shadow nothing is left behind, whoever dies.
    if (tuning.requiresGuardian() && !isGuarded && !tuning.isShadow()) {
      return new Obstacle(
          ActuationReason.NO_GUARDIAN,
          "no guardian watches this writer; start one with: wattune guardian, or set"
              + " tuning.requiresGuardian: false in the node's file");
    }
    Obstacle held = held(device, wallNanos, decision);
    return held == null && tuning.isShadow() ? IN_SHADOW : held;
  }

  private @Nullable Obstacle held(
      String device, long wallNanos, Decision.@Nullable ForDevice decision) {
    Holds newest = holds;
    if (newest == null) {
      return new Obstacle(ActuationReason.HELD, "the holds have not been read yet");
    }
    Configuration ordered = newest.settingsOn(device, wallNanos);
    if (decision != null
        && ordered != null
        && decision.byActivityName().isEmpty()
        && decision.defaultConfiguration().equals(ordered)) {
      return null;
    }
    Obstacle held = newest.on(device, wallNanos);
    return held == null && decision != null && decision.isSetByHand() ? NOT_ORDERED : held;
  }
}
