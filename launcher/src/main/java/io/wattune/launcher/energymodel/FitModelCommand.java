package io.wattune.launcher.energymodel;

import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.core.energymodel.LinearPower;
import io.wattune.core.energymodel.LinearPowerFit;
import io.wattune.core.energymodel.Loss;
import io.wattune.evaluation.energymodel.FitReport;
import io.wattune.evaluation.energymodel.FittedModel;
import io.wattune.evaluation.energymodel.MeasuredKernels;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune energy-model fit}: energies of accesses, and which component took the power. */
@Command(
    name = "fit",
    sortOptions = false,
    description = {
      "Fits an idle power and an energy for each counter's access, with their errors, and says which"
          + " component takes how much of each kernel's power. Counters that these kernels cannot"
          + " distinguish are merged, and that is said."
    },
    exitCodeList = {
      "0:done",
      "1:the model could not be written",
      "2:wrong arguments, or tables that cannot be used"
    })
@CommandLineOnly
public final class FitModelCommand extends Subcommand {
  @Mixin private MeasurementOptions tables = new MeasurementOptions();

  @Option(
      names = "--loss",
      paramLabel = "squares|huber|tukey",
      defaultValue = "huber",
      description = "what an error costs: its square, or less where it is large; default: huber")
  private Loss loss = Loss.HUBER;

  @Option(
      names = "--any-sign",
      description =
          "energies may be below 0, as in ordinary least squares; needs more kernels than counters")
  private boolean anySign;

  @Option(
      names = "--clock",
      paramLabel = "MHZ",
      description = "clock of the cycles that the column of time counts, for energies in joules")
  @Bounds(lowest = "0.001", highest = "100000")
  private @Nullable Double clockMegaHertz;

  @Option(names = "--out", paramLabel = "FILE", description = "write the JSON object there, too")
  private @Nullable Path out;

  @Option(names = "--json", description = "print the model as one JSON object")
  private boolean json;

  @Override
  public Integer call() throws EngineException {
    MeasuredKernels kernels = tables.files().read();
    LinearPower model;
    LeaveOneOut left;
    try {
      model = LinearPowerFit.of(kernels.table(), loss, !anySign);
      left =
          LeaveOneOut.of(
              kernels.table(), some -> LinearPowerFit.of(some, loss, !anySign), fold -> {});
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("the two tables: " + e.getMessage());
    }
    var fit = new FittedModel(kernels, loss, !anySign, model, left, clockMegaHertz);
    if (out != null) {
      try {
        Files.writeString(out, FitReport.json(fit) + "\n");
      } catch (IOException e) {
        throw EngineException.failed("cannot write '" + out + "': " + e.getMessage(), e);
      }
    }
    print(json ? FitReport.json(fit) : FitReport.text(fit));
    return ExitCode.DONE;
  }
}
