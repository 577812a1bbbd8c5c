package io.wattune.testbed.cofris;

import io.wattune.testbed.server.Gating;
import java.util.Locale;

/** What is scaled with the load (Chow 2023, section 4.3), and what is beyond it. */
public enum ScalingPolicy {
  /** Nothing. */
  BASELINE(Gating.NONE, false, false, false),
  /** The clock. */
  FS(Gating.NONE, true, false, false),
  /** Units, if engines without any are gated. */
  RS_SE(Gating.ENGINE, false, true, false),
  /** Units, if each that is not in use is gated. */
  RS_CU(Gating.UNIT, false, true, false),
  /** Clock and units, if engines are gated. */
  COFRIS_SE(Gating.ENGINE, true, true, false),
  /** Clock and units, if units are gated. */
  COFRIS_CU(Gating.UNIT, true, true, false),
  /** The same on a server that takes up to eight requests at once, whatever the load is. */
  COFRIS_CU_BATCHES(Gating.UNIT, true, true, false),
  /** Not in the document: clock, units and batch, see JointPolicy. */
  JOINT(Gating.UNIT, true, true, true),
  /** Not in the document: the same, with all units but one out of use while nothing is served. */
  JOINT_PARKING(Gating.UNIT, true, true, true);

  private final Gating gating;
  private final boolean scalesClock;
  private final boolean scalesUnits;
  private final boolean isJoint;

  ScalingPolicy(Gating gating, boolean scalesClock, boolean scalesUnits, boolean isJoint) {
    this.gating = gating;
    this.scalesClock = scalesClock;
    this.scalesUnits = scalesUnits;
    this.isJoint = isJoint;
  }

  /** Its name in results. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Gating gating() {
    return gating;
  }

  boolean scalesClock() {
    return scalesClock;
  }

  boolean scalesUnits() {
    return scalesUnits;
  }

  /** Whether it chooses batches, and learns while it runs. */
  boolean isJoint() {
    return isJoint;
  }

  /** Requests that its server takes at once at most, where the policy does not choose. */
  int batch() {
    return this == COFRIS_CU_BATCHES ? SimulatedProfile.MOST : 1;
  }

  boolean isParking() {
    return this == JOINT_PARKING;
  }
}
