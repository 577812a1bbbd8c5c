package io.wattune.evaluation.harmonia;

import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the command {@code evaluate --testbed} does. */
public final class EvaluationRun {
  private final Testbed testbed;
  private final List<TestedPolicy> policies;
  private final TrialConditions conditions;
  private final int draws;
  private final long seed;
  private final boolean quiet;
  private final String noneBecause;

  /**
   * Prepares it.
   *
   * @param names policies to run; empty for those of the paper
   * @param conditions under which
   * @param draws how many testbeds to draw for the spread; 0 for none
   */
  public EvaluationRun(
      Testbed testbed,
      List<String> names,
      TrialConditions conditions,
      int draws,
      long seed,
      boolean quiet)
      throws EngineException {
    this.testbed = testbed;
    this.policies = policies(names);
    this.noneBecause = TestbedTraining.missing(testbed).orElse("");
    if (!noneBecause.isEmpty() && policies.stream().anyMatch(TestedPolicy::isTrained)) {
      throw EngineException.wrongInput(
          "--policies " + String.join(",", names) + ": " + noneBecause);
    }
    this.conditions = conditions;
    this.draws = draws;
    this.seed = seed;
    this.quiet = quiet;
  }

  private static List<TestedPolicy> policies(List<String> names) throws EngineException {
    if (names.isEmpty()) {
      return TestedPolicy.PUBLISHED;
    }
    List<TestedPolicy> policies = new ArrayList<>();
    for (String name : names) {
      policies.add(
          TestedPolicy.named(name)
              .orElseThrow(
                  () ->
                      EngineException.wrongInput(
                          "--policies: there is no policy '%s'; there are %s"
                              .formatted(name, String.join(", ", TestedPolicy.names())))));
    }
    return policies;
  }

  /**
   * Runs it.
   *
   * @param out folder of the report; null for none
   * @param json whether the result is wanted as JSON
   * @param command as the user typed it, for the report
   */
  public String run(@Nullable Path out, boolean json, String command) throws EngineException {
    EvaluationReport report;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      report = evaluate(progress);
      if (out != null) {
        progress.begin("plot", -1);
        EvaluationFolder.write(out, report, command, remarks());
      }
    } catch (IOException e) {
      throw EngineException.failed("cannot write the report: " + e.getMessage(), e);
    }
    return json ? EvaluationJson.of(report) : EvaluationText.of(report);
  }

  private EvaluationReport evaluate(Progress progress) {
    Predictions predictions = null;
    TrialConditions all = conditions;
    if (noneBecause.isEmpty()) {
      progress.begin("train", TestbedTraining.steps(testbed));
      predictions = TestbedTraining.train(testbed, seed, progress::reached);
      all = conditions.withTrained(predictions.withoutEach());
    }
    progress.begin("run", Evaluation.runs(testbed, policies));
    Evaluation evaluation = Evaluation.run(testbed, policies, all, seed, progress::reached);
    Spread spread = null;
    if (draws > 0) {
      progress.begin("draw", draws);
      spread = Spread.of(testbed, policies, all, seed, draws, progress::reached);
    }
    return new EvaluationReport(evaluation, spread, predictions, noneBecause);
  }

  /**
   * Where ours differs from the paper, and why; nothing for a testbed that is not the paper's, or
   * for models that are not.
   */
  private String remarks() throws IOException {
    List<String> names = testbed.applications().stream().map(Application::name).toList();
    if (!conditions.hasPublishedModels()
        || !testbed.gpu().name().equals("hd7970")
        || !names.containsAll(PublishedFigures.APPLICATIONS)) {
      return "";
    }
    try (InputStream in = EvaluationRun.class.getResourceAsStream("remarks.md")) {
      if (in == null) {
        throw new IOException("the program's own file remarks.md is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
