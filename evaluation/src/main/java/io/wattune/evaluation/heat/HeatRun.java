package io.wattune.evaluation.heat;

import io.wattune.report.plot.BarPlot;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.heat.HeatCard;
import io.wattune.testbed.heat.HeatEvaluation;
import io.wattune.testbed.heat.HeatEvaluation.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs thermal management on the document's card. */
public final class HeatRun {
  /** The testbed's name. */
  public static final String TESTBED = "gtx1050";

  private final boolean quiet;

  public HeatRun(boolean quiet) {
    this.quiet = quiet;
  }

  /**
   * What came of it.
   *
   * @param text what to print
   * @param isMet whether the predictive controller does what it should
   */
  public record Outcome(String text, boolean isMet) {}

  /**
   * Runs it.
   *
   * @param folder where the report goes, too; null for nowhere
   * @param json whether to print JSON
   * @param command how it was called
   */
  public Outcome run(@Nullable Path folder, boolean json, String command) throws EngineException {
    HeatResult result;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      HeatCard card = HeatCard.gtx1050();
      var evaluation = new HeatEvaluation(card);
      progress.begin(
          "limits", (long) card.data().workloads().size() * HeatEvaluation.REDUCTIONS.size());
      result = HeatResult.of(evaluation, evaluation.run(progress::reached));
    } catch (IOException e) {
      throw EngineException.failed("the testbed cannot be read: " + e.getMessage(), e);
    }
    if (folder != null) {
      write(folder, result, command);
    }
    return new Outcome(json ? HeatReport.json(result) : HeatReport.text(result), result.isMet());
  }

  private static void write(Path folder, HeatResult result, String command) throws EngineException {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("thermal.json"), HeatReport.json(result) + "\n");
      Files.writeString(
          folder.resolve("thermal.md"),
          "# Thermal management on a simulated GTX 1050\n\nMade by `"
              + command
              + "`. The card as data: `testbed/src/main/resources/io/wattune/testbed/heat`.\n\n```\n"
              + HeatReport.text(result)
              + "```\n\n![slowdown](thermal-slowdown.png)\n\n![kelvin above the"
              + " limit](thermal-overshoot.png)\n");
      bars(
          folder.resolve("thermal-slowdown.png"),
          result,
          "Slowdown, mean over the limits that can be held",
          "times the run without a limit",
          List.of(
              new Kind("document", Row::documentSlowdown),
              new Kind("document, held", Row::heldSlowdown),
              new Kind("predictive", Row::predictiveSlowdown)));
      bars(
          folder.resolve("thermal-overshoot.png"),
          result,
          "Above the limit, mean over the limits that can be held",
          "kelvin",
          List.of(
              new Kind("document", row -> row.document().overshootKelvin()),
              new Kind("document, held", row -> row.held().overshootKelvin()),
              new Kind("predictive", row -> row.predictive().overshootKelvin())));
    } catch (IOException e) {
      throw EngineException.failed("cannot write to '" + folder + "': " + e.getMessage(), e);
    }
  }

  /** Bars of one name. */
  private record Kind(String name, Function<Row, Double> value) {}

  private static void bars(
      Path file, HeatResult result, String title, String axis, List<Kind> kinds)
      throws IOException {
    List<Row> rows = result.rows().stream().filter(Row::isReachable).toList();
    List<String> workloads = rows.stream().map(Row::workload).distinct().toList();
    List<BarPlot.Bars> series =
        kinds.stream()
            .map(
                kind ->
                    new BarPlot.Bars(
                        kind.name(),
                        workloads.stream()
                            .map(
                                workload ->
                                    rows.stream()
                                        .filter(row -> row.workload().equals(workload))
                                        .mapToDouble(row -> kind.value().apply(row))
                                        .average()
                                        .orElse(0))
                            .toList()))
            .toList();
    new BarPlot(title, axis, workloads, series).write(file);
  }
}
