package io.wattune.evaluation.suite;

import io.wattune.report.plot.BarPlot;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A suite's result in a folder: JSON, and plots of what its policies came to. */
final class SuiteFolder {
  private SuiteFolder() {}

  /**
   * A plot of those of the policies' quantities whose names begin alike.
   *
   * @param without policies that are not drawn
   */
  record Plot(String name, String title, String axis, String prefix, List<String> without) {}

  static void write(Path folder, SuiteResult result, List<Plot> plots) throws EngineException {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(result.suite() + ".json"), SuiteReport.json(result) + "\n");
      for (Plot plot : plots) {
        bars(folder.resolve(result.suite() + "-" + plot.name() + ".png"), result, plot);
      }
    } catch (IOException e) {
      throw EngineException.failed("cannot write to '" + folder + "': " + e.getMessage(), e);
    }
  }

  private static void bars(Path file, SuiteResult result, Plot plot) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (Map<String, Double> policy : result.of().policies().values()) {
      policy.keySet().stream().filter(name -> name.startsWith(plot.prefix())).forEach(names::add);
    }
    List<String> labels =
        names.stream().map(name -> name.substring(plot.prefix().length())).toList();
    List<BarPlot.Bars> bars =
        result.of().policies().entrySet().stream()
            .filter(policy -> !plot.without().contains(policy.getKey()))
            .filter(policy -> policy.getValue().keySet().containsAll(names))
            .map(
                policy ->
                    new BarPlot.Bars(
                        policy.getKey(),
                        names.stream()
                            .map(name -> policy.getValue().getOrDefault(name, 0.0))
                            .toList()))
            .toList();
    new BarPlot(plot.title(), plot.axis(), labels, bars).write(file);
  }
}
