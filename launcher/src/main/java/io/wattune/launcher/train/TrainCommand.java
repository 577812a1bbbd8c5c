package io.wattune.launcher.train;

import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.training.CounterUse;
import io.wattune.core.sensitivity.training.Examples;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.evaluation.sweep.SweepFile;
import io.wattune.evaluation.training.ModelFile;
import io.wattune.evaluation.training.TrainReport;
import io.wattune.evaluation.training.TrainedModel;
import io.wattune.evaluation.training.Training;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune train}: models of sensitivity for any GPU, from a sweep of it. */
@Command(
    name = "train",
    sortOptions = false,
    description = {
      "Trains models of sensitivity, as those of Harmonia's Table 3, on a sweep: times and counters"
          + " of kernels over configurations (docs/reference/sweep.md). Says first how well they"
          + " predict applications that they have not seen. The sensitivity job uses the models"
          + " with --sensitivity-model."
    },
    exitCodeList = {
      "0:done",
      "1:the model could not be written",
      "2:wrong arguments, or a sweep that cannot be used"
    })
@CommandLineOnly
public final class TrainCommand extends Subcommand {
  @Option(names = "--sweep", required = true, paramLabel = "FILE", description = "the sweep")
  private Path sweep = Path.of("sweep.csv");

  @Option(names = "--out", paramLabel = "FILE", description = "write the models there")
  private @Nullable Path out;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "trained",
      description = "the models' name, which every sensitivity carries; default: trained")
  private String name = "trained";

  @Option(
      names = "--product",
      paramLabel = "NAME",
      defaultValue = "HD 7970",
      description =
          "the GPU that was swept: of products with this in their name sensitivities count as"
              + " measured, of others as estimated; default: HD 7970")
  private String product = "HD 7970";

  @Option(
      names = "--counters",
      paramLabel = "highest|mean",
      defaultValue = "highest",
      description =
          "counters at the highest value of every tunable, which is what a policy sees first, or"
              + " their mean over all configurations, as in the paper; default: highest")
  private CounterUse counters = CounterUse.HIGHEST;

  @Option(
      names = "--vector-registers",
      paramLabel = "N",
      defaultValue = "256",
      description = "most vector registers of a work item on that GPU; default: 256")
  @Bounds(lowest = "1", highest = "65536")
  private int vectorRegisters;

  @Option(
      names = "--scalar-registers",
      paramLabel = "N",
      defaultValue = "102",
      description = "most scalar registers of a wave on that GPU; default: 102")
  @Bounds(lowest = "1", highest = "65536")
  private int scalarRegisters;

  @Option(names = "--json", description = "print the errors as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the errors of the models")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    List<SweepRow> rows = SweepFile.read(sweep);
    Training training;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      training = train(rows, progress);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("the sweep '" + sweep + "': " + e.getMessage());
    }
    if (out != null) {
      try {
        Files.writeString(out, ModelFile.text(training));
      } catch (IOException e) {
        throw EngineException.failed("cannot write '" + out + "': " + e.getMessage(), e);
      }
    }
    print(json ? TrainReport.json(training) : TrainReport.text(training));
    return ExitCode.DONE;
  }

  private Training train(List<SweepRow> rows, Progress progress) throws EngineException {
    var registers = new RegisterFile(vectorRegisters, scalarRegisters);
    List<TrainingExample> examples = Examples.of(rows, registers, counters);
    List<TrainedModel> models = new ArrayList<>();
    for (Target target : Target.values()) {
      String of = target.name().toLowerCase(Locale.ROOT);
      progress.begin(
          "train", examples.stream().map(TrainingExample::application).distinct().count());
      models.add(TrainedModel.train(name + "-" + of, product, examples, target, progress::reached));
    }
    return new Training(
        name,
        product,
        registers,
        counters,
        String.valueOf(sweep.getFileName()),
        sha256(sweep),
        rows.size(),
        examples,
        models);
  }

  private static String sha256(Path file) throws EngineException {
    try {
      return Sha256.of(file);
    } catch (IOException e) {
      throw EngineException.wrongInput(
          "the sweep '" + file + "' cannot be read: " + FailureWords.of(e));
    }
  }
}
