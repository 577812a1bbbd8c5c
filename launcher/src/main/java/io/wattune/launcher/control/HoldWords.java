package io.wattune.launcher.control;

import io.wattune.core.decision.Hold;

/** What a hold is for, in words. */
final class HoldWords {
  private HoldWords() {}

  static String of(Hold hold) {
    return switch (hold.scope()) {
      case ALL -> "everything";
      case NODE -> "node " + hold.name();
      case DEVICE -> "device " + hold.name();
      case JOB -> "job " + hold.name();
    };
  }
}
