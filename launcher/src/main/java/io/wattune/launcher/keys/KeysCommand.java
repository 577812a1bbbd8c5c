package io.wattune.launcher.keys;

import io.wattune.launcher.option.CommandLineOnly;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wattune keys}: the keys with which controllers sign, and those of nodes' codes. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Makes and shows the keys with which a controller signs its decisions (wattune control"
          + " --signing-key), and prints what a node's file must say to believe them. Makes the keys"
          + " of the codes by which a reader knows which node a record is from, too."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:a key file cannot be used", "2:wrong arguments"},
    subcommands = {
      NewKeyCommand.class,
      ShowKeyCommand.class,
      NewMasterCommand.class,
      NodeCodeCommand.class
    })
@CommandLineOnly
public final class KeysCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("the command must be run through picocli");
    }
    throw new ParameterException(spec.commandLine(), "say what to do: new, show, master or node");
  }
}
