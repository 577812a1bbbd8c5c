package io.wattune.collectors.writer;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.lease.Obstacle;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the outcomes of several controls say together. */
final class Outcomes {

  private Outcomes() {}

  static boolean isAnyHanging(List<ControlOutcome> outcomes) {
    return outcomes.stream()
        .anyMatch(outcome -> outcome.reason().equals(ActuationReason.DEVICE_HANGS.code()));
  }

  /** Whether somebody else has set the control. */
  static boolean isForeign(ControlOutcome outcome) {
    return outcome.reason().equals(ActuationReason.OUTSIDE_CHANGE.code());
  }

  /** The same control, as a writer in shadow says it. */
  static ControlOutcome inShadow(ControlOutcome looked) {
    return new ControlOutcome(
        looked.tunable(),
        looked.unit(),
        looked.wished(),
        looked.readBack(),
        looked.status() == ControlStatus.UNCHANGED
            ? ControlStatus.UNCHANGED
            : ControlStatus.REFUSED,
        looked.status() == ControlStatus.UNCHANGED ? "" : ActuationReason.SHADOW.code());
  }

  /** For people: {@code core.clock 800 -> 600}, with what it has and what is wished. */
  static String shown(List<ControlOutcome> outcomes) {
    return outcomes.stream()
        .map(
            each ->
                each.tunable()
                    + " "
                    + (each.readBack().isPresent() ? "" + each.readBack().getAsLong() : "?")
                    + " -> "
                    + each.wished().orElse(0))
        .collect(Collectors.joining(", "));
  }

  /** The outcome of a control that is left at what somebody else has set. */
  static ControlOutcome leftAlone(ControlOutcome foreign) {
    return new ControlOutcome(
        foreign.tunable(),
        foreign.unit(),
        foreign.readBack(),
        foreign.readBack(),
        ControlStatus.UNCHANGED,
        foreign.reason());
  }

  /** The outcomes, with newer ones in their places. */
  static List<ControlOutcome> replaced(List<ControlOutcome> all, List<ControlOutcome> newer) {
    return all.stream()
        .map(
            each ->
                newer.stream()
                    .filter(other -> other.tunable().equals(each.tunable()))
                    .findFirst()
                    .orElse(each))
        .toList();
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
    if (isForeign(outcome)) {
      return "somebody else has set %s of %s to %s; it is left alone until the lease is over"
          .formatted(outcome.tunable(), device, outcome.readBack().orElse(0));
    }
    return "%s of %s is not %s%s (%s); it is tried again every second"
        .formatted(
            outcome.tunable(),
            device,
            outcome.wished().orElse(0),
            outcome.readBack().isPresent()
                ? " but " + outcome.readBack().getAsLong()
                : " as far as can be read",
            outcome.reason());
  }
}
