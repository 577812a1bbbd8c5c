package io.wattune.launcher.energymodel;

import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import picocli.CommandLine.Command;

/** {@code wattune energy-model}: power of components from counters and watts. */
@Command(
    name = "energy-model",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Models a GPU's power by the rates of its counters, from two tables: counters of kernels and"
          + " their measured power (docs/reference/energy-model.md)."
    },
    exitCodeList = {"0:done", "1:the result could not be written", "2:wrong arguments"},
    subcommands = {FitModelCommand.class, EvaluateModelCommand.class})
@CommandLineOnly
public final class EnergyModelCommand extends Subcommand {
  @Override
  public Integer call() {
    throw wrong("say what to do: fit or evaluate");
  }
}
