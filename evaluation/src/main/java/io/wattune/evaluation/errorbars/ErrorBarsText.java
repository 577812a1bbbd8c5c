package io.wattune.evaluation.errorbars;

import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import java.util.Comparator;
import java.util.List;

/** Errors over stated errors, as tables for people. */
public final class ErrorBarsText {
  private static final int WORST = 12;

  private ErrorBarsText() {}

  public static String of(List<ErrorBar> bars) {
    var out = new StringBuilder();
    table(out, "all", List.of(Coverage.of(bars)));
    table(out, "by recording", Coverage.by(bars, bar -> bar.recording().words()));
    table(out, "by kind", Coverage.by(bars, bar -> bar.kind().words()));
    worst(out, bars);
    return out.toString();
  }

  private static void table(StringBuilder out, String title, List<Coverage> all) {
    var table = new TextTable(List.of(title, "entries", "within 1", "within 2", "rms", "most"), 0);
    for (Coverage coverage : all) {
      table.row(
          List.of(
              coverage.name(),
              Integer.toString(coverage.errors().size()),
              percent(coverage.within(1)),
              percent(coverage.within(2)),
              Decimals.fixed(coverage.rms(), 2),
              Decimals.fixed(coverage.largest(), 1)));
    }
    table.appendTo(out, "");
    out.append('\n');
  }

  private static void worst(StringBuilder out, List<ErrorBar> bars) {
    var table =
        new TextTable(List.of("largest", "entry", "ledger J", "+- J", "meter J", "errors"), 0, 1);
    bars.stream()
        .sorted(Comparator.comparingDouble((ErrorBar bar) -> -Math.abs(bar.z())))
        .limit(WORST)
        .forEach(
            bar ->
                table.row(
                    List.of(
                        bar.recording().words(),
                        bar.name(),
                        Decimals.fixed(bar.energyJoules(), 3),
                        Decimals.fixed(bar.errorJoules(), 3),
                        Decimals.fixed(bar.meterJoules(), 3),
                        Decimals.fixed(bar.z(), 1))));
    table.appendTo(out, "");
  }

  private static String percent(double share) {
    return Decimals.fixed(100 * share, 0) + " %";
  }
}
