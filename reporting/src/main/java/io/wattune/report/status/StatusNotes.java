package io.wattune.report.status;

import io.wattune.core.decision.Decision;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.inforce.Difference;
import io.wattune.core.status.FleetStatus;
import io.wattune.core.status.TuningState;
import io.wattune.core.status.TuningStatus;
import io.wattune.core.status.WorkStatus;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What is to be said of single devices: what is in force otherwise than wished, and of work. */
final class StatusNotes {
  private final FleetStatus status;
  private final ZoneId zone;

  /**
   * @param zone in which times of day are shown
   */
  public StatusNotes(FleetStatus status, ZoneId zone) {
    this.status = status;
    this.zone = zone;
  }

  /** Appends a line for each note. */
  public void appendTo(StringBuilder out) {
    List<String> lines = new ArrayList<>();
    for (TuningStatus device : status.devices()) {
      for (String note : of(device)) {
        lines.add(device.device() + ": " + note);
      }
    }
    if (!lines.isEmpty()) {
      out.append('\n');
      lines.forEach(line -> out.append(line).append('\n'));
    }
  }

  private List<String> of(TuningStatus device) {
    List<String> notes = new ArrayList<>();
    if (device.state() == TuningState.TUNED && device.sinceNanos() != 0) {
      notes.add("in force as read back since " + moment(device.sinceNanos()) + forWhom(device));
    }
    for (Difference each : device.differences()) {
      notes.add(
          each.words() + (device.sinceNanos() == 0 ? "" : " since " + moment(device.sinceNanos())));
    }
    if (!device.pending().isEmpty()) {
      notes.add(
          "pending, not in force: no activity of "
              + String.join(", ", device.pending())
              + " has run since the decision");
    }
    if (device.isUnseen()) {
      notes.add(
          device.seenNanos() == 0
              ? "not read back yet, though a lease runs: see the writer's log"
              : "not read back since "
                  + moment(device.seenNanos())
                  + ", though a lease runs: see the writer's log");
    }
    Decision.ForDevice decision = device.decision();
    HeatGuard heat = decision == null ? null : decision.heat();
    if (heat != null) {
      notes.add(
          String.format(Locale.ROOT, "kept below %.0f C: %s", heat.limitCelsius(), heat.words()));
    }
    late(device, notes);
    work(device, notes);
    return notes;
  }

  private static String forWhom(TuningStatus device) {
    return device.activityName() == null ? "" : ", for " + device.activityName();
  }

  private static void late(TuningStatus device, List<String> notes) {
    if (device.isLate()) {
      notes.add(
          "decided by power that was "
              + TimeUnit.NANOSECONDS.toSeconds(device.powerAgeNanos())
              + " s old: the ledger job is behind; give it more slots or a faster machine");
    }
  }

  private static void work(TuningStatus device, List<String> notes) {
    if (device.isNotTunedForWork()) {
      notes.add("measured, not tuned: nothing reports work; what to do: docs/measuring.md, Work");
    } else if (device.work() != WorkStatus.NONE && device.work() != WorkStatus.NOT_KNOWN) {
      notes.add("work is known from " + device.work().name().toLowerCase(Locale.ROOT));
    }
  }

  /** A time of day with its day, to the second. */
  public static String moment(long epochNanos, ZoneId zone) {
    return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
        .withZone(zone)
        .format(Instant.ofEpochSecond(epochNanos / 1_000_000_000L));
  }

  private String moment(long epochNanos) {
    return moment(epochNanos, zone);
  }
}
