package io.wattune.evaluation.estimators;

import io.wattune.report.Decimals;
import io.wattune.report.TextTable;
import java.util.List;

/** The scores as tables for people. */
public final class ComparisonText {
  private ComparisonText() {}

  public static String of(Comparison comparison) {
    List<SensorScores> all = comparison.simulated();
    var out = new StringBuilder();
    out.append("Estimators of true power on ").append(comparison.traces());
    out.append(" simulated traces of each sensor, seeds from ").append(comparison.seed());
    out.append("\n\n");
    all.forEach(scores -> append(scores, out));
    if (!comparison.recorded().isEmpty()) {
      out.append("Recorded cards; the sensor's model and true power are from the meter beside\n\n");
      comparison.recorded().forEach(scores -> append(scores, out));
    }
    out.append(Choice.RULE).append("\n\n");
    for (SensorScores scores : comparison.all()) {
      out.append("Causal, ").append(scores.sensor().name()).append(": ");
      out.append(Choice.causal(scores)).append('\n');
    }
    out.append("Smoothed: ").append(Choice.smoothed(all)).append('\n');
    if (!comparison.recorded().isEmpty()) {
      out.append("Smoothed, recorded cards: ");
      out.append(Choice.smoothed(comparison.recorded())).append('\n');
    }
    return out.toString();
  }

  private static void append(SensorScores scores, StringBuilder out) {
    out.append(scores.sensor().name()).append("\n\n");
    List<String> header =
        List.of("rms error in W", "plateau", "edge", "after", "all", "within 2 errors");
    var power = new TextTable(header, 0);
    scores.causal().forEach(score -> row(power, "causal: ", score));
    scores.smoothed().forEach(score -> row(power, "smoothed: ", score));
    power.appendTo(out, "");
    out.append('\n');
    if (scores.energies().isEmpty()) {
      return;
    }
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
