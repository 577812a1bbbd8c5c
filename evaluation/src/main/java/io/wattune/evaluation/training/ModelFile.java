package io.wattune.evaluation.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.sensitivity.LinearModel;
import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.SensitivityMetric;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.core.spelling.Spelling;
import io.wattune.report.ReportJson;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.json.StrictJson;
import io.wattune.schemas.json.WrongJsonException;
import io.wattune.schemas.release.Versions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file of trained models, documented in docs/reference/sensitivity-model.md. Coefficients stand
 * with their metrics and those with their units, which are checked when the file is read: a model
 * in other units would be wrong by a factor of 100 without a word.
 */
public final class ModelFile {
  private static final String FORMAT = "wattune-sensitivity-model/1";

  private ModelFile() {}

  /** How sensitivities are estimated with the models of a file; null means Harmonia's Table 3. */
  public static SensitivitySettings settings(@Nullable Path file) throws EngineException {
    SensitivitySettings usual = SensitivitySettings.DEFAULT;
    if (file == null) {
      return usual;
    }
    try {
      StrictJson root = StrictJson.read(Files.readAllBytes(file), StrictJson.FIRST);
      return usual.with(models(root), registers(root.object("registers")));
    } catch (WrongJsonException e) {
      throw EngineException.wrongInput("the sensitivity model '" + file + "': " + e.getMessage());
    } catch (IOException e) {
      throw EngineException.wrongInput(
          "the sensitivity model '" + file + "' cannot be read: " + FailureWords.of(e));
    }
  }

  private static List<LinearModel> models(StrictJson root) {
    if (!root.text("format").equals(FORMAT)) {
      root.wrong("format", "'" + FORMAT + "'");
    }
    List<LinearModel> models = new ArrayList<>();
    for (StrictJson each : root.list("models")) {
      models.add(model(root.text("trainedOn"), each));
    }
    if (models.isEmpty()) {
      root.wrong("models must have one at least");
    }
    return models;
  }

  private static LinearModel model(String product, StrictJson json) {
    List<LinearModel.Term> terms = new ArrayList<>();
    for (StrictJson term : json.list("terms")) {
      terms.add(new LinearModel.Term(metric(term), term.number("coefficient")));
    }
    try {
      return new LinearModel(
          json.text("name"), product, json.textList("tunables"), json.number("intercept"), terms);
    } catch (IllegalArgumentException e) {
      json.wrong(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static SensitivityMetric metric(StrictJson term) {
    String name = term.text("metric");
    List<String> known =
        Stream.of(SensitivityMetric.values()).map(SensitivityMetric::name).toList();
    if (!known.contains(name)) {
      term.wrong(
          "there is no metric '%s'; the nearest is '%s', all are %s"
              .formatted(name, Spelling.nearest(name, known), known));
    }
    SensitivityMetric metric = SensitivityMetric.valueOf(name);
    String unit = term.text("unit");
    if (!unit.equals(metric.unit())) {
      term.wrong("the unit of " + name + " must be '" + metric.unit() + "', was '" + unit + "'");
    }
    return metric;
  }

  private static RegisterFile registers(StrictJson json) {
    return new RegisterFile(
        (int) json.number("vectorRegisters"), (int) json.number("scalarRegisters"));
  }

  /** The file of a training. */
  public static String text(Training training) {
    ObjectNode root = ReportJson.object();
    root.put("format", FORMAT);
    root.put("name", training.name());
    root.put("trainedOn", training.product());
    ObjectNode registers = root.putObject("registers");
    registers.put("vectorRegisters", training.registers().vectorRegisters());
    registers.put("scalarRegisters", training.registers().scalarRegisters());
    var models = root.putArray("models");
    for (TrainedModel trained : training.models()) {
      model(models.addObject(), trained, training.examples());
    }
    ObjectNode provenance = root.putObject("provenance");
    provenance.put("sweep", training.sweep());
    provenance.put("sweepSha256", training.sweepSha256());
    provenance.put("rows", training.rows());
    provenance.put("counters", training.counters().name().toLowerCase(Locale.ROOT));
    provenance.put("examples", training.examples().size());
    var applications = provenance.putArray("applications");
    training.examples().stream()
        .map(TrainingExample::application)
        .distinct()
        .forEach(applications::add);
    provenance.put("wattune", Versions.all().getOrDefault("wattune", ""));
    return ReportJson.pretty(root) + "\n";
  }

  private static void model(ObjectNode node, TrainedModel trained, List<TrainingExample> examples) {
    node.put("name", trained.model().name());
    var tunables = node.putArray("tunables");
    trained.model().tunables().forEach(tunables::add);
    node.put("intercept", trained.model().intercept());
    var terms = node.putArray("terms");
    for (LinearModel.Term term : trained.model().terms()) {
      ObjectNode each = terms.addObject();
      each.put("metric", term.metric().name());
      each.put("unit", term.metric().unit());
      each.put("coefficient", term.coefficient());
      List<Double> range = TrainedModel.range(examples, term.metric());
      each.put("trainedFrom", range.get(0));
      each.put("trainedTo", range.get(1));
    }
    scores(node.putObject("leftOut"), trained.leftOut());
    scores(node.putObject("inSample"), trained.inSample());
  }

  /** Scores as JSON; a correlation that there is none of is left out. */
  static void scores(ObjectNode node, Scores scores) {
    node.put("meanAbsoluteError", scores.meanAbsoluteError());
    node.put("rootMeanSquareError", scores.rootMeanSquareError());
    node.put("largestError", scores.largestError());
    if (Double.isFinite(scores.correlation())) {
      node.put("correlation", scores.correlation());
    }
  }
}
