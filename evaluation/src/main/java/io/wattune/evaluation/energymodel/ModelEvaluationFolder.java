package io.wattune.evaluation.energymodel;

import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.report.Decimals;
import io.wattune.report.plot.ScatterPlot;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How well kernels were predicted, as a folder: {@code evaluation.json} and a plot. */
public final class ModelEvaluationFolder {
  private ModelEvaluationFolder() {}

  public static void write(Path folder, MeasuredKernels measured, LeaveOneOut left)
      throws EngineException {
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve("evaluation.json"), ModelEvaluationReport.json(measured, left) + "\n");
      ScatterPlot.write(List.of(plot(left)), folder.resolve("evaluation.png"));
    } catch (IOException e) {
      throw EngineException.failed("cannot write to '" + folder + "': " + e.getMessage(), e);
    }
  }

  /** The plot's axes go from 0 to 1: power is a share of the most that was measured. */
  private static ScatterPlot plot(LeaveOneOut left) {
    double most = Arrays.stream(left.table().watts()).max().orElse(1);
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < left.table().size(); i++) {
      x.add(left.table().watts()[i] / most);
      y.add(Math.max(0, Math.min(1, left.predictions().get(i).watts() / most)));
    }
    return new ScatterPlot(
        "Power of kernels, each predicted without itself",
        "measured, as a share of " + Decimals.fixed(most, 1) + " W",
        "predicted, as a share of the same",
        List.of(new ScatterPlot.Cloud("kernels", x, y)));
  }
}
