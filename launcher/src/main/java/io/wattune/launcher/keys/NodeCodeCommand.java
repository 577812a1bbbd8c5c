package io.wattune.launcher.keys;

import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune keys node}: derives the key of a node's codes. */
@Command(
    name = "node",
    description = {
      "Derives the key of a node's codes from the master, and writes it to a new file that only its"
          + " owner may read, for this node's agent and writer: the object kafka of the node's file"
          + " names it, as \"wattune.node-code.key\": \"$${secret:/path/of/file}\". The same master and"
          + " node give the same key."
    },
    exitCodeList = {
      "0:done",
      "1:the master cannot be read, or the file is there already or cannot be written",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class NodeCodeCommand extends Subcommand {
  @Option(
      names = "--master",
      paramLabel = "FILE",
      required = true,
      description = "the master, as wattune keys master wrote it")
  private Path master = Path.of("");

  @Parameters(index = "0", paramLabel = "NODE", description = "name of the node, as in its file")
  private String node = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "where to write its key")
  private Path file = Path.of("");

  @Override
  public Integer call() throws EngineException {
    if (node.isEmpty() || node.indexOf('/') >= 0) {
      throw EngineException.wrongInput(
          "NODE must be the name of a node, without a slash, was '" + node + "'");
    }
    CodeKeyFile.write(file, CodeKeyFile.read(master).ofNode(node));
    return ExitCode.DONE;
  }
}
