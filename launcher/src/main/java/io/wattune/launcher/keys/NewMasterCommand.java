package io.wattune.launcher.keys;

import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.NodeCodeKey;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code wattune keys master}: makes the key that the keys of all nodes' codes are derived from.
 */
@Command(
    name = "master",
    description = {
      "Makes the key from which the keys of all nodes' codes are derived, and writes it to a new"
          + " file that only its owner may read. Parts that read what nodes write name it in"
          + " --kafka-client, as wattune.node-code.master=$${secret:/path/of/file}, and believe no"
          + " record of a node without its code from then on. No node may have it."
    },
    exitCodeList = {
      "0:done",
      "1:the file is there already or cannot be written",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class NewMasterCommand extends Subcommand {
  @Parameters(paramLabel = "FILE", description = "where to write it")
  private Path file = Path.of("");

  @Override
  public Integer call() throws EngineException {
    CodeKeyFile.write(file, NodeCodeKey.generate());
    return ExitCode.DONE;
  }
}
