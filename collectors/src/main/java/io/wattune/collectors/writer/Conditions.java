package io.wattune.collectors.writer;

import io.wattune.collectors.node.TuningConfig;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.gate.Holds;
import io.wattune.core.gate.Obstacle;
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

  private final TuningConfig tuning;
  private volatile @Nullable String brokenJournal;
  private volatile @Nullable Holds holds;
  private volatile boolean isGuarded;

  Conditions(TuningConfig tuning) {
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

  /** What forbids a device everything now; null where nothing does. */
  @Nullable Obstacle on(String device, long wallNanos) {
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
    Holds newest = holds;
    Obstacle held =
        newest == null
            ? new Obstacle(ActuationReason.HELD, "the holds have not been read yet")
            : newest.on(device, wallNanos);
    return held == null && tuning.isShadow() ? IN_SHADOW : held;
  }
}
