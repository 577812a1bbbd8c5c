package io.wattune.launcher.evaluate;

import io.wattune.launcher.evaluate.errorbars.ErrorBarsCommand;
import io.wattune.launcher.evaluate.estimators.EstimatorsCommand;
import io.wattune.launcher.option.CommandLineOnly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wattune evaluate}: the commands that hold our numbers against known ones. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Holds what Wattune says against what is known: published figures, simulated truth.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, and every figure lies where it should",
      "1:a figure does not, or the run failed",
      "2:wrong arguments"
    },
    subcommands = {K20Command.class, EstimatorsCommand.class, ErrorBarsCommand.class})
@CommandLineOnly
public final class EvaluateCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec == null) {
      throw new IllegalStateException("the command must be run through picocli");
    }
    throw new ParameterException(
        spec.commandLine(),
        "say what to evaluate: " + String.join(", ", spec.subcommands().keySet()));
  }
}
