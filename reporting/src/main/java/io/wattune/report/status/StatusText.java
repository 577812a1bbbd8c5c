package io.wattune.report.status;

import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.inforce.WriterState;
import io.wattune.core.status.FleetStatus;
import io.wattune.core.status.NodeStatus;
import io.wattune.core.status.TunableStatus;
import io.wattune.core.status.TuningStatus;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.report.ReportTable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the fleet stands, for people. */
public final class StatusText {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final FleetStatus status;
  private final ZoneId zone;

  /**
   * @param zone in which times of day are shown
   */
  public StatusText(FleetStatus status, ZoneId zone) {
    this.status = status;
    this.zone = zone;
  }

  public String text() {
    StringBuilder out = new StringBuilder();
    if (status.devices().isEmpty()) {
      out.append("No devices are known: has an agent run yet?\n");
    } else {
      devices(out);
    }
    new StatusNotes(status, zone).appendTo(out);
    silentNodes(out);
    unsigned(out);
    holds(out);
    if (status.unreadable() > 0) {
      out.append('\n')
          .append(status.unreadable())
          .append(
              " records could not be read and are left out: they are newer than this Wattune, or not"
                  + " from the node that they name.\n");
    }
    return out.toString();
  }

  private void devices(StringBuilder out) {
    new ReportTable<TuningStatus>()
        .words("device", TuningStatus::device)
        .words("settings (own)", StatusText::settings)
        .words("state", StatusText::state)
        .words("policy: reason", device -> by(device.decision()))
        .figures("lease", this::lease)
        .words("hold", device -> hold(device.hold()))
        .appendTo(out, status.devices());
  }

  private static String settings(TuningStatus device) {
    return device.settings().stream()
        .map(
            each ->
                each.tunable()
                    + " "
                    + value(each.now(), each.unit())
                    + (each.isTuned() ? " (" + value(each.own(), each.unit()) + ")" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String value(OptionalLong value, TunableUnit unit) {
    if (value.isEmpty()) {
      return "?";
    }
    return Quantity.text(value.getAsLong(), unit);
  }

  private static String state(TuningStatus device) {
    String state =
        switch (device.state()) {
          case UNTOUCHED -> "own, untouched";
          case OWN -> "own";
          case TUNED -> tuned(device);
          case PENDING -> "own; pending";
          case DIFFERS -> "not as wished";
          case LEASE_OVER -> "lease over, not confirmed";
        };
    var refusal = device.refusal();
    return refusal == null
        ? state
        : state
            + "; "
            + refusal.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ')
            + ": "
            + refusal.reason();
  }

  private static String tuned(TuningStatus device) {
    if (device.settings().stream().noneMatch(TunableStatus::isTuned)) {
      return "own, under a lease";
    }
    return device.activityName() == null ? "tuned" : "tuned for " + device.activityName();
  }

  private static String by(Decision.@Nullable ForDevice decision) {
    return decision == null ? "" : decision.policy() + ": " + decision.reason();
  }

  private String lease(TuningStatus device) {
    return device.leaseUntilNanos() > status.atNanos() ? left(device.leaseUntilNanos()) : "";
  }

  /** How long it is until then, in the unit that says it best. */
  private String left(long untilNanos) {
    Duration left = Duration.ofSeconds((untilNanos - status.atNanos()) / NANOS_PER_SECOND);
    if (left.toHours() >= 48) {
      return left.toDays() + " d";
    }
    if (left.toMinutes() >= 120) {
      return left.toHours() + " h";
    }
    return left.toSeconds() >= 120 ? left.toMinutes() + " min" : left.toSeconds() + " s";
  }

  private String hold(@Nullable Hold hold) {
    if (hold == null) {
      return "";
    }
    return (hold.settings().isEmpty() ? "" : "set ")
        + "by "
        + hold.by()
        + (hold.why().isEmpty() ? "" : ": " + hold.why());
  }

  private void silentNodes(StringBuilder out) {
    for (NodeStatus node : status.nodes()) {
      if (node.writer() == WriterState.SILENT) {
        out.append("\nnode ")
            .append(node.node())
            .append(" does not answer: no writer runs there, or it is down\n");
      }
    }
    String notAsked =
        status.nodes().stream()
            .filter(node -> node.writer() == WriterState.NOT_ASKED)
            .map(NodeStatus::node)
            .collect(Collectors.joining(", "));
    if (!notAsked.isEmpty()) {
      out.append("\nNo controller has spoken to: ").append(notAsked).append('\n');
    }
  }

  /** Where none is signed nobody has set up keys; where some are, somebody has. */
  private void unsigned(StringBuilder out) {
    String unsigned =
        status.nodes().stream()
            .filter(node -> Boolean.FALSE.equals(node.isSigned()))
            .map(NodeStatus::node)
            .collect(Collectors.joining(", "));
    if (!unsigned.isEmpty()
        && status.nodes().stream().anyMatch(node -> Boolean.TRUE.equals(node.isSigned()))) {
      out.append("\nAnswers are not signed, and a controller with --node-keys believes none, of: ")
          .append(unsigned)
          .append('\n');
    }
  }

  private void holds(StringBuilder out) {
    for (String id : status.unreadableHolds()) {
      out.append("\nHold '")
          .append(id)
          .append("' cannot be read; release it with: wattune release --id ")
          .append(id)
          .append('\n');
    }
    if (status.holds().isEmpty()) {
      return;
    }
    out.append('\n');
    new ReportTable<Hold>()
        .words("hold", Hold::holdId)
        .words("of", Hold::words)
        .words("until", hold -> until(hold, zone))
        .words("by", Hold::by)
        .words("why", Hold::why)
        .appendTo(out, status.holds());
  }

  /** When a hold ends, in words. */
  public static String until(Hold hold, ZoneId zone) {
    if (hold.untilNanos() == Hold.UNTIL_RELEASED) {
      return "released";
    }
    return StatusNotes.moment(hold.untilNanos(), zone);
  }
}
