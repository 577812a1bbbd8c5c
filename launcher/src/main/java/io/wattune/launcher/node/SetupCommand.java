package io.wattune.launcher.node;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setter.SetupText;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.option.CommandLineOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wattune setup}: what the setter of a node must know, without JSON. */
@Command(
    name = "setup",
    mixinStandardHelpOptions = true,
    description = {
      "Prints what the setter of a node must know of its file: devices, bounds, folder. The setter"
          + " is the process that sets where the writer runs with --setter; it reads no JSON."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the output cannot be written",
      "2:wrong arguments, or the node's file is wrong"
    })
@CommandLineOnly
public final class SetupCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NODE.json", description = "file of the node")
  private Path file = Path.of("");

  @Option(names = "--output", paramLabel = "PATH", description = "write it here, and print nothing")
  private @Nullable Path output;

  @Override
  public Integer call() throws CommandFailedException {
    NodeConfig node = NodeFiles.read(List.of(file)).get(0);
    String text = SetupText.write(node.setup());
    if (output != null) {
      try {
        Files.writeString(output, text);
      } catch (IOException e) {
        throw CommandFailedException.failed(output + " cannot be written: " + e);
      }
    } else if (spec != null) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    }
    return ExitCode.DONE;
  }
}
