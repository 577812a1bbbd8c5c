package io.wattune.launcher.energymodel;

import io.wattune.launcher.option.CommandLineOnly;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wattune energy-model}: power of components from counters and watts. */
@Command(
    name = "energy-model",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Models a GPU's power by the rates of its counters, from two tables: counters of kernels and"
          + " their measured power (docs/reference/energy-model.md)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:the result could not be written", "2:wrong arguments"},
    subcommands = {FitModelCommand.class, EvaluateModelCommand.class})
@CommandLineOnly
public final class EnergyModelCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("the command must be run through picocli");
    }
    throw new ParameterException(spec.commandLine(), "say what to do: fit or evaluate");
  }
}
