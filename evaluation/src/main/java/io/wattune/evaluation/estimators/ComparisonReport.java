package io.wattune.evaluation.estimators;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.ArrayList;
import java.util.List;

/** The scores, as tables for people and as one JSON object. */
public final class ComparisonReport {
  private static final ReportTable<Kind> POWERS =
      new ReportTable<Kind>()
          .words("rms error in W", each -> each.kind() + ": " + each.score().name())
          .field("name", each -> each.score().name())
          .numbers("plateau", "plateauWatts", 2, each -> each.score().plateauWatts())
          .numbers("edge", "edgeWatts", 2, each -> each.score().edgeWatts())
          .numbers("after", "afterWatts", 2, each -> each.score().afterWatts())
          .numbers("all", "allWatts", 2, each -> each.score().allWatts())
          .shares("within 2 errors", "covered", 0, each -> each.score().covered());

  private static final ReportTable<EnergyScore> ENERGIES =
      new ReportTable<EnergyScore>()
          .words("activity", score -> Math.round(score.lengthSeconds() * 1e3) + " ms")
          .field("lengthSeconds", EnergyScore::lengthSeconds)
          .shares("raw", "rawError", 2, EnergyScore::raw)
          .shares("end points", "endPointsError", 2, EnergyScore::endPoints)
          .shares("ledger", "ledgerError", 2, EnergyScore::ledger)
          .shares("ledger states", "ledgerStatedError", 2, EnergyScore::stated)
          .shares("ledger within 2 errors", "ledgerCovered", 0, EnergyScore::covered);

  /** A score and what kind of estimator has it. */
  private record Kind(String kind, PowerScore score) {
    static List<Kind> of(String kind, List<PowerScore> scores) {
      return scores.stream().map(score -> new Kind(kind, score)).toList();
    }
  }

  private ComparisonReport() {}

  public static String text(Comparison comparison) {
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
    List<Kind> powers = new ArrayList<>(Kind.of("causal", scores.causal()));
    powers.addAll(Kind.of("smoothed", scores.smoothed()));
    POWERS.appendTo(out, powers);
    out.append('\n');
    if (scores.energies().isEmpty()) {
      return;
    }
    ENERGIES.appendTo(out, scores.energies());
    out.append('\n');
  }

  public static String json(Comparison comparison) {
    ObjectNode root = ReportJson.object();
    root.put("seed", comparison.seed());
    root.put("traces", comparison.traces());
    root.put("smoothed", Choice.smoothed(comparison.simulated()));
    sensors(root.putArray("sensors"), comparison.simulated());
    if (!comparison.recorded().isEmpty()) {
      root.put("smoothedOfRecordings", Choice.smoothed(comparison.recorded()));
      sensors(root.putArray("recordings"), comparison.recorded());
    }
    return ReportJson.pretty(root);
  }

  private static void sensors(ArrayNode sensors, List<SensorScores> all) {
    for (SensorScores scores : all) {
      ObjectNode sensor = sensors.addObject();
      sensor.put("name", scores.sensor().name());
      sensor.put("class", scores.sensor().model().sensorClass().label());
      sensor.put("causalChoice", Choice.causal(scores));
      POWERS.addTo(sensor.putArray("causal"), Kind.of("causal", scores.causal()));
      POWERS.addTo(sensor.putArray("smoothed"), Kind.of("smoothed", scores.smoothed()));
      ENERGIES.addTo(sensor.putArray("energies"), scores.energies());
    }
  }
}
