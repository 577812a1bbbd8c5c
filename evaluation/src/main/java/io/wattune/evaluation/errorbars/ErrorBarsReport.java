package io.wattune.evaluation.errorbars;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.Comparator;
import java.util.List;

/** Errors over stated errors, as tables for people and as one JSON object. */
public final class ErrorBarsReport {
  private static final int WORST = 12;

  private static final ReportTable<ErrorBar> ENTRIES =
      new ReportTable<ErrorBar>()
          .words("largest", bar -> bar.recording().words())
          .field("recording", bar -> bar.recording().card())
          .field("signal", bar -> bar.recording().signal())
          .field("metered", bar -> bar.recording().metered())
          .field("kind", bar -> bar.kind().words())
          .words("entry", "name", ErrorBar::name)
          .numbers("ledger J", "energyJoules", 3, ErrorBar::energyJoules)
          .numbers("+- J", "standardErrorJoules", 3, ErrorBar::errorJoules)
          .numbers("meter J", "meterEnergyJoules", 3, ErrorBar::meterJoules)
          .figures("errors", bar -> Decimals.fixed(bar.z(), 1));

  private ErrorBarsReport() {}

  private static ReportTable<Coverage> coverage(String title) {
    return new ReportTable<Coverage>()
        .words(title, "name", Coverage::name)
        .figures("entries", each -> Integer.toString(each.errors().size()))
        .field("entries", each -> each.errors().size())
        .shares("within 1", "withinOneError", 0, each -> each.within(1))
        .shares("within 2", "withinTwoErrors", 0, each -> each.within(2))
        .numbers("rms", "rms", 2, Coverage::rms)
        .figures("most", each -> Decimals.fixed(each.largest(), 1));
  }

  private static List<Coverage> byRecording(List<ErrorBar> bars) {
    return Coverage.by(bars, bar -> bar.recording().words());
  }

  private static List<Coverage> byKind(List<ErrorBar> bars) {
    return Coverage.by(bars, bar -> bar.kind().words());
  }

  public static String text(List<ErrorBar> bars) {
    var out = new StringBuilder();
    table(out, "all", List.of(Coverage.of(bars)));
    table(out, "by recording", byRecording(bars));
    table(out, "by kind", byKind(bars));
    ENTRIES.appendTo(
        out,
        bars.stream()
            .sorted(Comparator.comparingDouble((ErrorBar bar) -> -Math.abs(bar.z())))
            .limit(WORST)
            .toList());
    return out.toString();
  }

  private static void table(StringBuilder out, String title, List<Coverage> all) {
    coverage(title).appendTo(out, all);
    out.append('\n');
  }

  public static String json(List<ErrorBar> bars) {
    ReportTable<Coverage> coverage = coverage("");
    ObjectNode root = ReportJson.object();
    coverage.addTo(root.putObject("all"), Coverage.of(bars));
    coverage.addTo(root.putArray("recordings"), byRecording(bars));
    coverage.addTo(root.putArray("kinds"), byKind(bars));
    ENTRIES.addTo(root.putArray("entries"), bars);
    return ReportJson.pretty(root);
  }
}
