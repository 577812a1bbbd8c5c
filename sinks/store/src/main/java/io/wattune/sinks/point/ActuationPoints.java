package io.wattune.sinks.point;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.Locale;

/** Points of actuations: one for each, and one for each of its controls. */
final class ActuationPoints {
  private ActuationPoints() {}

  static void make(Actuation actuation, PointLines lines) {
    long timeNanos =
        PointTime.of(actuation.atNanos(), actuation.epoch() + "/" + actuation.sequence());
    lines
        .begin(PointCatalogue.ACTUATIONS)
        .tag(PointCatalogue.NODE, actuation.node())
        .tag(PointCatalogue.DEVICE, actuation.device())
        .tag(PointCatalogue.OUTCOME, small(actuation.outcome()))
        .tag(PointCatalogue.REASON, actuation.reason())
        .integer(PointCatalogue.EPOCH, actuation.epoch())
        .integer(PointCatalogue.SEQUENCE, actuation.sequence())
        .nano(PointCatalogue.LEASE_LEFT_SECONDS, actuation.leaseLeftNanos())
        .text(PointCatalogue.ACTIVITY_NAME, actuation.activityName())
        .text(PointCatalogue.DETAIL, actuation.detail())
        .at(timeNanos);
    for (ControlOutcome control : actuation.controls()) {
      control(actuation, control, timeNanos, lines);
    }
  }

  private static void control(
      Actuation actuation, ControlOutcome control, long timeNanos, PointLines lines) {
    lines
        .begin(PointCatalogue.CONTROLS)
        .tag(PointCatalogue.NODE, actuation.node())
        .tag(PointCatalogue.DEVICE, actuation.device())
        .tag(PointCatalogue.TUNABLE, control.tunable())
        .tag(PointCatalogue.UNIT, small(control.unit()))
        .integer(PointCatalogue.EPOCH, actuation.epoch())
        .integer(PointCatalogue.SEQUENCE, actuation.sequence());
    if (control.wished().isPresent()) {
      lines.integer(PointCatalogue.WISHED, control.wished().getAsLong());
    }
    if (control.readBack().isPresent()) {
      lines.integer(PointCatalogue.READ_BACK, control.readBack().getAsLong());
    }
    lines
        .text(PointCatalogue.STATUS, small(control.status()))
        .text(PointCatalogue.CONTROL_REASON, control.reason())
        .at(timeNanos);
  }

  private static String small(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
