package io.wattune.launcher.evaluate.harmonia;

import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.progress.Progress;
import io.wattune.launcher.progress.TerminalProgress;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.offline.OfflineSettings;
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
  private static final OfflineSettings SETTINGS = OfflineSettings.PAPER;

  private final Testbed testbed;
  private final List<TestedPolicy> policies;
  private final Delays delays;
  private final int draws;
  private final long seed;
  private final boolean quiet;

  /**
   * Prepares it.
   *
   * @param names policies to run; empty for those of the paper
   * @param draws how many testbeds to draw for the spread; 0 for none
   */
  public EvaluationRun(
      Testbed testbed, List<String> names, Delays delays, int draws, long seed, boolean quiet)
      throws CommandFailedException {
    this.testbed = testbed;
    this.policies = policies(names);
    this.delays = delays;
    this.draws = draws;
    this.seed = seed;
    this.quiet = quiet;
  }

  private static List<TestedPolicy> policies(List<String> names) throws CommandFailedException {
    if (names.isEmpty()) {
      return TestedPolicy.PUBLISHED;
    }
    List<TestedPolicy> policies = new ArrayList<>();
    for (String name : names) {
      policies.add(
          TestedPolicy.named(name)
              .orElseThrow(
                  () ->
                      CommandFailedException.usage(
                          "--policies: there is no policy '"
                              + name
                              + "'; there are "
                              + String.join(", ", TestedPolicy.names()))));
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
  public String run(@Nullable Path out, boolean json, String command)
      throws CommandFailedException {
    Evaluation evaluation;
    Spread spread = null;
    try (Progress progress =
        TerminalProgress.isWanted(quiet) ? new TerminalProgress() : Progress.NONE) {
      progress.begin("run", Evaluation.runs(testbed, policies));
      evaluation = Evaluation.run(testbed, policies, SETTINGS, delays, seed, progress::reached);
      if (draws > 0) {
        progress.begin("draw", draws);
        spread = Spread.of(testbed, policies, SETTINGS, delays, seed, draws, progress::reached);
      }
      if (out != null) {
        progress.begin("plot", -1);
        EvaluationFolder.write(out, evaluation, spread, command, remarks());
      }
    } catch (IOException e) {
      throw CommandFailedException.failed("cannot write the report: " + e.getMessage(), e);
    }
    return json ? EvaluationJson.of(evaluation, spread) : EvaluationText.of(evaluation, spread);
  }

  /** Where ours differs from the paper, and why; nothing for a testbed that is not the paper's. */
  private String remarks() throws IOException {
    List<String> names = testbed.applications().stream().map(Application::name).toList();
    if (!testbed.gpu().name().equals("hd7970")
        || !names.containsAll(PublishedFigure.APPLICATIONS)) {
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
