package io.wattune.launcher.node;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.collectors.writer.Restore;
import io.wattune.collectors.writer.WriterException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code wattune restore}: puts own settings back by hand. */
@Command(
    name = "restore",
    description = {
      "Puts the own settings of a node's devices back from its journal, where no writer runs, and"
          + " verifies them. Needs no broker. With no journal there is nothing to do."
    },
    exitCodeList = {
      "0:done",
      "1:a writer runs, the journal is damaged, or a control does not have its own setting back",
      "2:wrong arguments, or a node's file is wrong"
    })
@CommandLineOnly
public final class RestoreCommand extends Subcommand {
  @Parameters(paramLabel = "NODE.json", arity = "1..*", description = "files of the nodes")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws EngineException, InterruptedException {
    List<String> failures = new ArrayList<>();
    for (NodeConfig node : NodeFiles.read(files)) {
      try {
        int controls = Restore.run(node.setup(), DeviceKinds.standard());
        print(
            node.node()
                + ": "
                + (controls == 0
                    ? "no journal, nothing to restore"
                    : controls + " controls have their own settings"));
      } catch (WriterException e) {
        failures.add(String.valueOf(e.getMessage()));
      }
    }
    if (!failures.isEmpty()) {
      throw EngineException.failed(String.join("; ", failures));
    }
    return ExitCode.DONE;
  }
}
