package io.wattune.launcher.evaluate.estimators;

import io.wattune.launcher.report.Decimals;
import io.wattune.launcher.report.TextTable;
import java.util.List;

/** The scores as tables for people. */
final class ComparisonText {
  private ComparisonText() {}

  static String of(List<SensorScores> all, long seed, int traces) {
    var out = new StringBuilder();
    out.append("Estimators of true power on ").append(traces).append(" simulated traces of each");
    out.append(" sensor, seeds from ").append(seed).append("\n\n");
    for (SensorScores scores : all) {
      append(scores, out);
    }
    out.append(Choice.RULE).append("\n\n");
    for (SensorScores scores : all) {
      out.append("Causal, ").append(scores.kind().name()).append(": ");
      out.append(Choice.causal(scores)).append('\n');
    }
    out.append("Smoothed: ").append(Choice.smoothed(all)).append('\n');
    return out.toString();
  }

  private static void append(SensorScores scores, StringBuilder out) {
    out.append(scores.kind().name()).append("\n\n");
    List<String> header =
        List.of("rms error in W", "plateau", "edge", "after", "all", "within 2 errors");
    var power = new TextTable(header, 0);
    scores.causal().forEach(score -> row(power, "causal: ", score));
    scores.smoothed().forEach(score -> row(power, "smoothed: ", score));
    power.appendTo(out, "");
    out.append('\n');
    var energy =
        new TextTable(
            List.of(
                "activity",
                "raw",
                "end points",
                "ledger",
                "ledger states",
                "ledger within 2 errors"),
            0);
    for (EnergyScore score : scores.energies()) {
      energy.row(
          List.of(
              Math.round(score.lengthSeconds() * 1e3) + " ms",
              percent(score.raw(), 2),
              percent(score.endPoints(), 2),
              percent(score.ledger(), 2),
              percent(score.stated(), 2),
              percent(score.covered(), 0)));
    }
    energy.appendTo(out, "");
    out.append('\n');
  }

  private static void row(TextTable table, String kind, PowerScore score) {
    table.row(
        List.of(
            kind + score.name(),
            Decimals.fixed(score.plateauWatts(), 2),
            Decimals.fixed(score.edgeWatts(), 2),
            Decimals.fixed(score.afterWatts(), 2),
            Decimals.fixed(score.allWatts(), 2),
            percent(score.covered(), 0)));
  }

  private static String percent(double share, int digits) {
    return Decimals.fixed(100 * share, digits) + " %";
  }
}
