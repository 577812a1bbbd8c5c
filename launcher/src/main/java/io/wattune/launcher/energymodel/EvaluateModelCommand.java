package io.wattune.launcher.energymodel;

import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.core.energymodel.ResponseModel;
import io.wattune.evaluation.energymodel.MeasuredKernels;
import io.wattune.evaluation.energymodel.ModelEvaluationFolder;
import io.wattune.evaluation.energymodel.ModelEvaluationReport;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune energy-model evaluate}: how well a kernel is predicted that was not measured. */
@Command(
    name = "evaluate",
    sortOptions = false,
    description = {
      "Leaves out each kernel, fits a model to the others, and holds what it predicts against what"
          + " was measured. Nothing of a kernel is used for its own prediction, not for a choice"
          + " either."
    },
    exitCodeList = {
      "0:done",
      "1:the result could not be written",
      "2:wrong arguments, or tables that cannot be used"
    })
@CommandLineOnly
public final class EvaluateModelCommand extends Subcommand {
  @Mixin private MeasurementOptions tables = new MeasurementOptions();

  @Option(
      names = "--json",
      description =
          "print kernels {name, watts, predictedWatts, standardErrorWatts}, meanAbsoluteError (a"
              + " share of the watts) and r2 as one JSON object")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "write the JSON object and a plot of it there, too")
  private @Nullable Path folder;

  @Option(names = "--quiet", description = "no progress, only the result and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    MeasuredKernels kernels = tables.files().read();
    LeaveOneOut left;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      progress.begin("leave-out", LeaveOneOut.folds(kernels.table().size()));
      left = LeaveOneOut.of(kernels.table(), ResponseModel::fit, progress::reached);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("the two tables: " + e.getMessage());
    }
    if (folder != null) {
      ModelEvaluationFolder.write(folder, kernels, left);
    }
    String text =
        json
            ? ModelEvaluationReport.json(kernels, left)
            : ModelEvaluationReport.text(kernels, left);
    print(text);
    return ExitCode.DONE;
  }
}
