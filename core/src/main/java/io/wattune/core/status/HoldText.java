package io.wattune.core.status;

import io.wattune.core.decision.Hold;
import io.wattune.core.tunable.Quantity;

/** What a hold is for, in words. */
public final class HoldText {
  private HoldText() {}

  public static String of(Hold hold) {
    String at = hold.settings().isEmpty() ? "" : " at " + Quantity.text(hold.settings());
    return switch (hold.scope()) {
      case ALL -> "everything";
      case NODE -> "node " + hold.name();
      case DEVICE -> "device " + hold.name() + at;
      case JOB -> "job " + hold.name();
    };
  }
}
