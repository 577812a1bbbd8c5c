package io.wattune.replay.report;

import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
import io.wattune.report.Decimals;
import io.wattune.report.ReportTable;
import io.wattune.schemas.reject.RejectedDatum;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report for people. */
public final class TextReport {
  private static final int MAX_ACTIVITIES = 100;
  private static final int MAX_REJECTS = 10;
  private static final int MAX_ROLL_UPS = 20;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private TextReport() {}

  /** Returns the report, lines ended by line feeds; {@code folder} is where the files are. */
  public static String of(ReplayResult result, @Nullable Path folder) {
    StringBuilder out = new StringBuilder();
    for (DeviceResult device : result.devices()) {
      device(out, device);
      out.append('\n');
    }
    rollUps(out, result);
    for (NodeMeterReport meter : NodeMeterReport.of(result)) {
      out.append(meter.node()).append("  the node's own meter\n");
      field(out, "energy", meter.lines());
      out.append('\n');
    }
    rejects(out, result);
    for (String note : result.notes()) {
      out.append("note: ").append(note).append('\n');
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%,d readings in %.1f s, of which %.1f s from sending the first to reading the last"
                + " result back (%,.0f readings/s)%n",
            result.readings(),
            result.wallSeconds(),
            result.flowSeconds(),
            result.readingsPerSecond()));
    if (folder != null) {
      out.append("files: ").append(folder).append('\n');
    }
    return out.toString();
  }

  private static void device(StringBuilder out, DeviceResult device) {
    out.append(device.device()).append("  ").append(device.signal()).append('\n');
    field(out, "sensor", SensorText.of(device.profile()));
    field(out, "readings", List.of(counts(device.counts())));
    LedgerEntry trace = device.trace();
    field(
        out,
        "energy",
        List.of(
            String.format(
                Locale.ROOT,
                "%s J over %.3f s, mean %.2f W; the readings as they stand give %.1f J",
                error(trace),
                seconds(trace),
                trace.meanPowerWatts(),
                trace.rawEnergyMicrojoules() * 1e-6)));
    MeterResult meter = device.meter();
    if (meter != null) {
      field(out, "meter", meterWords(meter));
    }
    out.append('\n');
    activities(out, device);
  }

  private static List<String> meterWords(MeterResult meter) {
    List<String> words = new ArrayList<>();
    if (meter.comparison() == null) {
      words.add("saw none of the samples; check the time zone of the readings");
    } else {
      words.add(
          String.format(
              Locale.ROOT,
              "is %.2f W from the readings, %.2f W from true power (root mean square over %.1f s)",
              meter.comparison().rawRmseWatts(),
              meter.comparison().trueRmseWatts(),
              meter.comparison().seconds()));
      if (meter.smoothed() != null) {
        words.add(
            String.format(
                Locale.ROOT, "%.2f W from smoothed power", meter.smoothed().trueRmseWatts()));
      }
    }
    words.add(meter.calibration().clock().sentence());
    words.add(meter.calibration().response().sentence());
    words.add(meter.calibration().scale().sentence());
    return words;
  }

  private static void activities(StringBuilder out, DeviceResult device) {
    var table =
        new ReportTable<LedgerEntry>()
            .words("activity", entry -> printable(entry.name()))
            .words("level", entry -> entry.book().label())
            .words(
                "start (UTC)", entry -> TIME.format(Instant.ofEpochSecond(0, entry.startNanos())))
            .words("quality", entry -> entry.quality().name())
            .figures("seconds", "%.3f", TextReport::seconds)
            .figures("energy J", "%.3f", entry -> entry.energyMicrojoules() * 1e-6)
            .figures("+- J", "%.3f", entry -> entry.standardErrorMicrojoules() * 1e-6)
            .figures("of it scale", "%.3f", entry -> entry.scaleErrorMicrojoules() * 1e-6)
            .figures("raw J", "%.3f", entry -> entry.rawEnergyMicrojoules() * 1e-6)
            .figures("mean W", "%.2f", LedgerEntry::meanPowerWatts)
            .figures("coverage", "%.3f", LedgerEntry::coverage);
    MeterResult meter = device.meter();
    if (meter != null) {
      table.figures("meter J", entry -> metered(meter, entry.activityId()));
    }
    table.appendTo(out, device.activities().stream().limit(MAX_ACTIVITIES).toList(), "  ");
    int more = device.activities().size() - MAX_ACTIVITIES;
    if (more > 0) {
      out.append("  and ").append(more).append(" more, all of them in the files of --out\n");
    }
  }

  private static String metered(MeterResult meter, @Nullable String activityId) {
    Double joules = activityId == null ? null : meter.energyJoules().get(activityId);
    return joules == null ? "-" : Decimals.fixed(joules, 3);
  }

  private static void rollUps(StringBuilder out, ReplayResult result) {
    for (RollUpTables.RollUpTable table : RollUpTables.of(result)) {
      if (table.by().equals(RollUpTables.NODE) && table.totals().size() <= 2) {
        continue; // one node: the same as everything
      }
      String title = table.book().label() + " by " + table.by();
      new ReportTable<EnergyTotal>()
          .words(title, total -> printable(RollUpTables.words(table, total)))
          .words("quality", total -> total.quality().name())
          .figures("entries", total -> Long.toString(total.entries()))
          .figures("energy J", "%.3f", total -> total.energyMicrojoules() * 1e-6)
          .figures("+- J", "%.3f", total -> total.standardErrorMicrojoules() * 1e-6)
          .figures("idle J", total -> idle(total.idleMicrojoules()))
          .appendTo(out, table.totals().stream().limit(MAX_ROLL_UPS).toList(), "  ");
      int more = table.totals().size() - MAX_ROLL_UPS;
      out.append(more > 0 ? "  and " + more + " more, all of them in report.json\n\n" : "\n");
    }
  }

  private static String idle(@Nullable Long microjoules) {
    return microjoules == null ? "-" : Decimals.fixed(microjoules * 1e-6, 3);
  }

  private static void rejects(StringBuilder out, ReplayResult result) {
    if (result.rejectedData() == 0) {
      return;
    }
    out.append(result.rejectedData()).append(" data could not be used");
    List<RejectedDatum> lines = result.rejects().stream().limit(MAX_REJECTS).toList();
    out.append(lines.size() < result.rejectedData() ? ", the first of them:\n" : ":\n");
    for (RejectedDatum line : lines) {
      out.append("  ")
          .append(line.origin())
          .append(line.partition() < 0 ? " line " : " offset ")
          .append(line.offset())
          .append(": ")
          .append(line.reason())
          .append(": ")
          .append(printable(line.detail()))
          .append('\n');
    }
    out.append('\n');
  }

  private static String counts(TraceSummary counts) {
    return String.format(
        Locale.ROOT,
        "%,d = %,d samples + %,d repeats + %,d without a value + %,d out of order; %,d gaps",
        counts.readings(),
        counts.samples(),
        counts.repeats(),
        counts.missing(),
        counts.outOfOrder(),
        counts.gaps());
  }

  private static void field(StringBuilder out, String name, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      out.append("  ")
          .append(i == 0 ? name : " ".repeat(name.length()))
          .append(" ".repeat(10 - name.length()))
          .append(lines.get(i))
          .append('\n');
    }
  }

  private static String error(LedgerEntry entry) {
    return Decimals.withError(
        entry.energyMicrojoules() * 1e-6, entry.standardErrorMicrojoules() * 1e-6);
  }

  private static double seconds(LedgerEntry entry) {
    return (entry.endNanos() - entry.startNanos()) * 1e-9;
  }

  /** Names come from files: nothing in them may move the cursor or colour the terminal. */
  private static String printable(@Nullable String text) {
    return text == null ? "" : text.replaceAll("\\p{Cntrl}", "?");
  }
}
