package io.wattune.evaluation.harmonia;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.ReportJson;
import io.wattune.testbed.offline.RunTotals;
import io.wattune.testbed.server.DocumentFigure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An evaluation as one JSON object. All is relative to the baseline, which is 1. */
final class EvaluationJson {
  private EvaluationJson() {}

  static String of(EvaluationReport report) {
    Evaluation evaluation = report.evaluation();
    Spread spread = report.spread();
    ObjectNode root = ReportJson.object();
    root.put("testbed", evaluation.testbed().gpu().name());
    root.put("seed", evaluation.seed());
    conditions(root, evaluation, spread);
    ObjectNode policies = root.putObject("policies");
    for (PolicyResult result : evaluation.results()) {
      ObjectNode policy = policies.putObject(result.policy());
      relative(policy.putObject("geomean"), result.mean());
      relative(policy.putObject("geomeanNoStress"), result.meanWithoutStress());
      policy.put("worstSlowdown", result.worstSlowdown());
      policy.put("distanceToOracle", result.distanceTo(evaluation.oracle()));
      workloads(policy.putObject("workloads"), result);
      if (spread != null) {
        spread(policy.putObject("spread"), result.policy(), spread);
      }
    }
    ArrayNode published = root.putArray("published");
    for (DocumentFigure figure : PublishedFigures.of(evaluation)) {
      published
          .addObject()
          .put("figure", figure.what())
          .put("paper", figure.paper())
          .put("ours", figure.ours())
          .put("isCalibrated", figure.kind() == DocumentFigure.Kind.CALIBRATION);
    }
    Predictions predictions = report.predictions();
    if (predictions != null) {
      PredictionJson.write(root.putObject("predictions"), predictions);
    } else {
      root.putNull("predictions");
      root.put("noPredictionsBecause", report.noneBecause());
    }
    return ReportJson.pretty(root);
  }

  private static void conditions(ObjectNode root, Evaluation evaluation, @Nullable Spread spread) {
    ArrayNode models = root.putArray("models");
    evaluation.conditions().loop().sensitivity().models().forEach(each -> models.add(each.name()));
    ObjectNode limit = root.putObject("powerLimit");
    double watts = evaluation.conditions().powerLimitWatts();
    if (Double.isFinite(watts)) {
      limit.put("watts", watts);
    } else {
      limit.putNull("watts");
    }
    ArrayNode limited = limit.putArray("metBy");
    evaluation.limited().forEach(limited::add);
    if (spread != null) {
      limit.put("metOnDrawnTestbeds", spread.limited());
    }
  }

  private static void relative(ObjectNode node, RelativeRun relative) {
    node.put("ed2", relative.ed2())
        .put("energy", relative.energy())
        .put("power", relative.power())
        .put("performance", relative.performance());
  }

  private static void workloads(ObjectNode node, PolicyResult result) {
    for (Map.Entry<String, RelativeRun> each : result.relatives().entrySet()) {
      ObjectNode workload = node.putObject(each.getKey());
      relative(workload, each.getValue());
      RunTotals run = result.run(each.getKey());
      workload.put("switches", run.switches());
      run.iterationsToConverge()
          .ifPresentOrElse(
              mean -> workload.put("iterationsToConverge", mean),
              () -> workload.putNull("iterationsToConverge"));
      ObjectNode residencies = workload.putObject("residencies");
      for (String tunable : run.residencies().keySet()) {
        ObjectNode shares = residencies.putObject(tunable);
        run.shares(tunable).forEach((value, share) -> shares.put(Long.toString(value), share));
      }
    }
  }

  private static void spread(ObjectNode node, String policy, Spread spread) {
    node.put("testbeds", spread.draws());
    ObjectNode ed2 = node.putObject("ed2");
    ObjectNode performance = node.putObject("performance");
    ObjectNode worst = node.putObject("worstSlowdown");
    for (double share : new double[] {0.05, 0.5, 0.95}) {
      String name = "p" + Math.round(100 * share);
      ed2.put(name, spread.quantile(policy, result -> result.mean().ed2(), share));
      performance.put(name, spread.quantile(policy, result -> result.mean().performance(), share));
      worst.put(name, spread.quantile(policy, PolicyResult::worstSlowdown, share));
    }
  }
}
