package io.wattune.collectors.writer;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.gate.Obstacle;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the outcomes of several controls say together. */
final class Outcomes {

  private Outcomes() {}

  static boolean areAllDone(List<ControlOutcome> outcomes) {
    return outcomes.stream().allMatch(ControlLane::isDone);
  }

  static boolean isAnyHanging(List<ControlOutcome> outcomes) {
    return outcomes.stream()
        .anyMatch(outcome -> outcome.reason().equals(ActuationReason.DEVICE_HANGS.code()));
  }

  /** The first failure, with what to do; null where there is none. */
  static @Nullable Obstacle trouble(String device, List<ControlOutcome> outcomes) {
    for (ControlOutcome outcome : outcomes) {
      if (!ControlLane.isDone(outcome)) {
        return new Obstacle(
            ActuationReason.valueOf(outcome.reason().toUpperCase(Locale.ROOT).replace('-', '_')),
            words(device, outcome));
      }
    }
    return null;
  }

  private static String words(String device, ControlOutcome outcome) {
    return outcome.tunable()
        + " of "
        + device
        + " is not "
        + outcome.wished().orElse(0)
        + (outcome.readBack().isPresent()
            ? " but " + outcome.readBack().getAsLong()
            : " as far as can be read")
        + " ("
        + outcome.reason()
        + "); it is tried again every second";
  }
}
