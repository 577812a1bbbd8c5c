package io.wattune.pipeline;

import static io.wattune.report.Decimals.fixed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.archive.sink.ArchiveCounts;
import io.wattune.core.Quality;
import io.wattune.core.saving.Saving;
import io.wattune.http.metric.MetricTable;
import io.wattune.report.ReportTable;
import io.wattune.sinks.influx.SinkCounts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The summary for people and for programs. */
public final class UpReport {
  private static final int MOST_ROWS = 12;

  private UpReport() {}

  public static String json(UpSummary summary) {
    LiveCounts counts = summary.counts();
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("nodes", summary.nodes());
    report.put("devices", summary.devices());
    report.put("readings", summary.readings());
    report.put("samples", counts.samples());
    report.put("ledgerEntries", counts.ledgerEntries());
    report.put("decisions", counts.decisions());
    put(report.putObject("decisionsByReason"), counts.decisionsByReason());
    report.put("claims", counts.claims());
    ObjectNode actuations = report.putObject("actuations");
    actuations.put("applied", counts.applied());
    actuations.put("renewed", counts.renewed());
    actuations.put("switched", counts.switched());
    actuations.put("partlyApplied", counts.partlyApplied());
    put(actuations.putObject("refused"), counts.refusedByReason());
    report.put("restores", counts.restores());
    put(report.putObject("restoresByReason"), counts.restoresByReason());
    report.put("rejects", counts.rejects());
    put(report.putObject("rejectsByReason"), counts.rejectsByReason());
    report.put("spooledRecords", summary.spooledRecords());
    report.put("droppedRecords", summary.droppedRecords());
    ObjectNode latency = report.putObject("latencyMillis");
    latency.put("count", counts.latency().count());
    latency.put("p50", counts.latency().p50Millis());
    latency.put("p99", counts.latency().p99Millis());
    latency.put("max", counts.latency().maxMillis());
    store(report, summary.kept());
    archive(report, summary.kept());
    energy(report.putObject("energyJoules"), summary.energy());
    report.put("worstEnergyError", summary.worstRelativeError());
    saved(report.putObject("saved"), summary.saving());
    TrueSaving truth = summary.trueSaving();
    report
        .putObject("trulySaved")
        .put("joules", truth.savedJoules())
        .put("share", truth.share())
        .put("ownJoules", truth.ownJoules());
    report.put("allHome", summary.isRestored());
    ObjectNode notRestored = report.putObject("notHome");
    new TreeMap<>(summary.notRestored()).forEach(notRestored::put);
    report.put("wallSeconds", summary.wallSeconds());
    ObjectNode versions = report.putObject("versions");
    summary.versions().forEach(versions::put);
    report.set("command", JsonNodeFactory.instance.arrayNode());
    summary.command().forEach(report.withArray("/command")::add);
    return report.toString();
  }

  private static void put(ObjectNode node, Map<String, Long> counts) {
    counts.forEach(node::put);
  }

  private static void store(ObjectNode report, StorageSummary kept) {
    SinkCounts counts = kept.store();
    if (counts != null) {
      ObjectNode store = report.putObject("store");
      store.put("pointsWritten", MetricTable.all(counts.pointsWritten));
      store.put("pointsRefused", MetricTable.all(counts.pointsRefused));
      store.put("recordsRejected", MetricTable.all(counts.recordsRejected));
      store.put("retries", MetricTable.all(counts.retries));
      store.put("lagRecords", (long) counts.recordsUnwritten.get());
      store.put("failure", kept.storeFailure());
    }
  }

  private static void archive(ObjectNode report, StorageSummary kept) {
    ArchiveCounts counts = kept.archive();
    if (counts != null) {
      ObjectNode archive = report.putObject("archive");
      archive.put("records", MetricTable.all(counts.records));
      archive.put("files", MetricTable.all(counts.files));
      archive.put("commits", MetricTable.all(counts.commits));
      archive.put("unreadable", MetricTable.all(counts.unreadable));
      archive.put("lostRecords", MetricTable.all(counts.lost));
      archive.put("lagRecords", counts.left());
      archive.put("failure", kept.archiveFailure());
    }
  }

  private static void energy(ObjectNode node, List<ComparedEnergy> devices) {
    for (ComparedEnergy device : devices) {
      ObjectNode each = node.putObject(device.device());
      each.put("seconds", device.seconds());
      put(each, device.total());
      each.put("relativeError", device.relativeError());
      each.put("missingWindows", device.missingWindows());
      ObjectNode shares = each.putObject("qualityShares");
      device.qualityShares().forEach((quality, share) -> shares.put(word(quality), share));
      ObjectNode byQuality = each.putObject("byQuality");
      device
          .byQuality()
          .forEach((quality, compared) -> put(byQuality.putObject(word(quality)), compared));
    }
  }

  private static void put(ObjectNode node, ComparedEnergy.Compared compared) {
    node.put("ledger", compared.ledgerJoules());
    node.put("standardError", compared.standardErrorJoules());
    node.put("truth", compared.trueJoules());
  }

  private static String word(Quality quality) {
    return quality.name().toLowerCase(Locale.ROOT);
  }

  private static void saved(ObjectNode node, Saving saving) {
    node.put("isKnown", saving.isKnown());
    if (saving.isKnown()) {
      node.put("joules", saving.joules());
      node.put("standardErrorJoules", saving.standardErrorJoules());
      node.put("share", saving.share());
      node.put("timeChange", saving.seconds() / saving.expectedSeconds() - 1);
      node.put("timeChangeError", saving.secondsError() / saving.expectedSeconds());
      node.put("comparedSeconds", saving.seconds());
    } else {
      node.put("reason", SavedText.why(saving));
    }
  }

  public static String text(UpSummary summary) {
    LiveCounts counts = summary.counts();
    StringBuilder out = new StringBuilder();
    line(
        out,
        "%d nodes, %d GPUs, %d readings, %d samples, %d ledger entries, %d rejects%s",
        summary.nodes(),
        summary.devices(),
        summary.readings(),
        counts.samples(),
        counts.ledgerEntries(),
        counts.rejects(),
        reasons(counts.rejectsByReason()));
    line(
        out,
        "%d decisions; applied %d, renewed %d, partly applied %d, refused %d%s; restores %d%s",
        counts.decisions(),
        counts.applied(),
        counts.renewed(),
        counts.partlyApplied(),
        counts.refused(),
        reasons(counts.refusedByReason()),
        counts.restores(),
        reasons(counts.restoresByReason()));
    if (counts.latency().count() > 0) {
      line(
          out,
          "reading to applied actuation: half within %s ms, 99 of 100 within %s ms (%d)",
          fixed(counts.latency().p50Millis(), 0),
          fixed(counts.latency().p99Millis(), 0),
          counts.latency().count());
    }
    if (summary.spooledRecords() + summary.droppedRecords() > 0) {
      line(
          out,
          "broker away: %d records waited on disk, %d were lost",
          summary.spooledRecords(),
          summary.droppedRecords());
    }
    kept(out, summary.kept());
    out.append('\n');
    energy(out, summary);
    out.append('\n');
    line(out, "%s", SavedText.full(summary.saving()));
    line(out, "%s", SavedText.truth(summary.trueSaving()));
    restored(out, summary);
    return out.toString();
  }

  private static void kept(StringBuilder out, StorageSummary kept) {
    SinkCounts store = kept.store();
    if (store != null) {
      line(
          out,
          "store: %d points written, %d refused, %d attempts without an answer, %d records left%s",
          MetricTable.all(store.pointsWritten),
          MetricTable.all(store.pointsRefused),
          MetricTable.all(store.retries),
          (long) store.recordsUnwritten.get(),
          failure(kept.storeFailure()));
    }
    ArchiveCounts archive = kept.archive();
    if (archive != null) {
      long lost = MetricTable.all(archive.lost);
      line(
          out,
          "archive: %d records in %d files, %d records left%s%s",
          MetricTable.all(archive.records),
          MetricTable.all(archive.files),
          archive.left(),
          lost == 0 ? "" : ", " + lost + " lost before they could be archived",
          failure(kept.archiveFailure()));
    }
  }

  private static String failure(@Nullable String failure) {
    return failure == null ? "" : "; it FAILED: " + failure;
  }

  private static void energy(StringBuilder out, UpSummary summary) {
    new ReportTable<ComparedEnergy>()
        .words("GPU", ComparedEnergy::device)
        .figures("seconds", device -> Long.toString(device.seconds()))
        .figures("ledger J", "%.1f", device -> device.total().ledgerJoules())
        .figures("truth J", "%.1f", device -> device.total().trueJoules())
        .figures("off by", device -> fixed(100 * device.relativeError(), 2) + " %")
        .figures("windows missing", device -> Long.toString(device.missingWindows()))
        .figures("quality", UpReport::quality)
        .appendTo(out, summary.energy().stream().limit(MOST_ROWS).toList());
    if (summary.energy().size() > MOST_ROWS) {
      line(
          out,
          "and %d more; the worst of all is off by %s %%",
          summary.energy().size() - MOST_ROWS,
          fixed(100 * summary.worstRelativeError(), 2));
    }
  }

  /** The quality of the energy; of several the share of each. */
  private static String quality(ComparedEnergy device) {
    Map<Quality, Double> shares = device.qualityShares();
    return shares.entrySet().stream()
        .map(
            each ->
                word(each.getKey())
                    + (shares.size() == 1 ? "" : " " + fixed(100 * each.getValue(), 1) + " %"))
        .collect(Collectors.joining(", "));
  }

  private static void restored(StringBuilder out, UpSummary summary) {
    if (summary.isRestored()) {
      line(out, "Every simulated GPU is at its own settings.");
    } else {
      line(out, "NOT at their own settings:");
      new TreeMap<>(summary.notRestored())
          .forEach((device, what) -> line(out, "  %s: %s", device, what));
    }
  }

  private static String reasons(Map<String, Long> counts) {
    return counts.isEmpty() ? "" : " " + counts;
  }

  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
