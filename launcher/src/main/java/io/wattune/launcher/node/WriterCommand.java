package io.wattune.launcher.node;

import io.wattune.collectors.decisions.KeyWatch;
import io.wattune.collectors.decisions.NodeIntake;
import io.wattune.collectors.decisions.NodeWriters;
import io.wattune.collectors.decisions.WriterProbe;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.collectors.setter.RemoteSetter;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.status.StatusReport;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.Writer;
import io.wattune.collectors.writer.WriterException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.signature.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune writer}: writes the settings of nodes, as decided. */
@Command(
    name = "writer",
    description = {
      "Writes the settings of a node's devices as they are decided, within the bounds of the node's"
          + " file and under a lease, until it is stopped; then own settings are back. Needs"
          + " wattune guardian beside it, a process of its own. The agent shows its state:"
          + " /writer/health, /writer/metrics."
    },
    exitCodeList = {
      "0:done",
      "1:another writer runs, a folder cannot be used, or own settings could not be verified",
      "2:wrong arguments, or a node's file is wrong"
    })
public final class WriterCommand extends Subcommand {
  @Parameters(paramLabel = "NODE.json", arity = "1..*", description = "files of the nodes")
  private List<Path> files = List.of();

  @Option(
      names = "--shadow",
      description =
          "decide as always, answer what would be set, and write nothing; also tuning.shadow in a"
              + " node's file")
  private boolean shadow;

  @Option(
      names = "--setter",
      description =
          "hand decisions to the node's setter, a process of its own that has the privileges, and"
              + " set nothing here; see docs/running-a-cluster.md")
  @CommandLineOnly
  private boolean isBehindSetter;

  @Option(
      names = "--node-key",
      paramLabel = "PATH",
      description =
          "sign answers with the key in this file, or with those in this folder: NODE.pem for a"
              + " node, every-node.pem for all others; read at the start; wattune keys new makes one;"
              + " default: not signed")
  private @Nullable Path nodeKey;

  @Option(
      names = "--until-stdin-closes",
      description = "stop, too, when standard input ends: whoever started this is gone then")
  @CommandLineOnly
  private boolean untilStdinCloses;

  private final NodeWriters.Starting starting;

  public WriterCommand() {
    this(
        (node, sender) ->
            Writer.start(node.setup(), DeviceKinds.standard(), NodeClock.SYSTEM, sender));
  }

  WriterCommand(NodeWriters.Starting starting) {
    this.starting = starting;
  }

  @Override
  public Integer call() throws EngineException, InterruptedException {
    List<NodeConfig> nodes = new ArrayList<>();
    for (NodeConfig each : NodeFiles.read(files)) {
      nodes.add(shadow ? each.inShadow() : each);
    }
    if (isBehindSetter && shadow) {
      throw EngineException.wrongInput(
          "--shadow is the setter's to do: set tuning.shadow in the node's file, and start both");
    }
    makeOwnFolders(nodes);
    var writers = new NodeWriters(starting(), this::own, keysOfNodes());
    boolean isRunning = false;
    try (UntilStopped until = UntilStopped.install(writers::stop);
        KeyWatch keys = new KeyWatch()) {
      writers.start(nodes);
      for (NodeIntake intake : writers.intakes()) {
        keys.add(fileOf(intake, nodes), intake);
      }
      keys.start();
      isRunning = true;
      try (StatusReport status =
          StatusReport.start(
              new WriterProbe(writers::snapshot),
              nodes.stream().map(node -> own(node).writerStatus()).toList())) {
        until.await(untilStdinCloses);
      }
    } catch (WriterException e) {
      throw EngineException.of(e);
    } finally {
      if (!isRunning) {
        // Whatever has failed: the nodes whose writers have begun must not be left as they are.
        boolean unused = writers.stop();
      }
    }
    return ExitCode.DONE;
  }

  private NodeWriters.Starting starting() {
    return isBehindSetter
        ? (node, sender) -> RemoteSetter.start(node.node(), node.folder().setterSocket(), sender)
        : starting;
  }

  /** Where this process may write. */
  private NodeFolder own(NodeConfig node) {
    return isBehindSetter ? node.folder().ofDecisions() : node.folder();
  }

  private void makeOwnFolders(List<NodeConfig> nodes) throws EngineException {
    for (NodeConfig node : nodes) {
      try {
        Files.createDirectories(own(node).path());
      } catch (IOException e) {
        throw EngineException.failed(
            "%s cannot be made: %s; make it, for this user"
                .formatted(own(node).path(), FailureWords.of(e)));
      }
    }
  }

  private SigningKeys keysOfNodes() throws EngineException {
    return nodeKey == null ? SigningKeys.NONE : SigningKeys.read(nodeKey);
  }

  private Path fileOf(NodeIntake intake, List<NodeConfig> nodes) {
    int i = 0;
    while (!nodes.get(i).node().equals(intake.node())) {
      i++;
    }
    return files.get(i);
  }
}
