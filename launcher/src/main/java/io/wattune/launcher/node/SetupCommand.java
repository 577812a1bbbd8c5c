package io.wattune.launcher.node;

import io.wattune.collectors.journal.DurableFile;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.collectors.setter.SetupText;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune setup}: what the setter of a node must know, without JSON. */
@Command(
    name = "setup",
    description = {
      "Prints what the setter and the restorer of a node must know of its file: devices, bounds,"
          + " folder. The setter is the process that sets where the writer runs with --setter, the"
          + " restorer its keeper; they read no JSON."
    },
    exitCodeList = {
      "0:done",
      "1:the output cannot be written",
      "2:wrong arguments, or the node's file is wrong"
    })
@CommandLineOnly
public final class SetupCommand extends Subcommand {
  private static final Logger LOG = LoggerFactory.getLogger(SetupCommand.class);

  @Parameters(paramLabel = "NODE.json", description = "file of the node")
  private Path file = Path.of("");

  @Option(
      names = "--output",
      paramLabel = "PATH",
      description = "write it here, for the owner's eyes only, and print nothing")
  private @Nullable Path output;

  @Override
  public Integer call() throws EngineException {
    NodeSetup whole = NodeFiles.read(List.of(file)).get(0).setup();
    Set<String> kinds = DeviceKinds.settable().names();
    NodeSetup setup = whole.ofKinds(kinds);
    for (DeviceConfig each : whole.devices()) {
      if (!setup.devices().contains(each)) {
        LOG.info(
            "{} is left out: the setter does not know the kind '{}', and sets {}",
            whole.deviceId(each),
            each.kind(),
            new TreeSet<>(kinds));
      }
    }
    String text = SetupText.write(setup);
    if (output != null) {
      try {
        // Whole or not at all: a setter may be starting just now.
        DurableFile.write(output, text.getBytes(StandardCharsets.UTF_8), DurableFile.OWNER);
      } catch (IOException e) {
        throw EngineException.failed(output + " cannot be written: " + FailureWords.of(e));
      }
    } else {
      print(text);
    }
    return ExitCode.DONE;
  }
}
