package io.wattune.launcher.node;

import io.wattune.collectors.decisions.GuardianProbe;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.status.StatusReport;
import io.wattune.collectors.writer.Guardian;
import io.wattune.collectors.writer.GuardianStatus;
import io.wattune.collectors.writer.RestorerWatch;
import io.wattune.collectors.writer.WriterException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune guardian}: puts own settings back when the writer is gone. */
@Command(
    name = "guardian",
    description = {
      "Watches the writer of a node, until it is stopped. A writer that dies or hangs past the end"
          + " of a lease leaves settings behind: the guardian puts own settings back in time."
          + " With --setter others restore: it watches them, without any privilege. Needs no broker."
          + " The agent shows its state: /guardian/health, /guardian/metrics."
    },
    exitCodeList = {
      "0:done",
      "1:another guardian runs, or a folder cannot be used",
      "2:wrong arguments, or a node's file is wrong"
    })
public final class GuardianCommand extends Subcommand {
  private static final Logger LOG = LoggerFactory.getLogger(GuardianCommand.class);

  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(6);

  @Parameters(paramLabel = "NODE.json", arity = "1..*", description = "files of the nodes")
  private List<Path> files = List.of();

  @Option(
      names = "--until-stdin-closes",
      description = "stop, too, when standard input ends: whoever started this is gone then")
  @CommandLineOnly
  private boolean untilStdinCloses;

  @Option(
      names = "--setter",
      description =
          "watch the node's setter and its restorer, processes of their own that have the"
              + " privileges, and restore nothing here; see docs/running-a-cluster.md")
  @CommandLineOnly
  private boolean isBehindSetter;

  private final List<Guardian> guardians = new CopyOnWriteArrayList<>();
  private final List<RestorerWatch> watches = new CopyOnWriteArrayList<>();

  @Override
  public Integer call() throws EngineException, InterruptedException {
    List<NodeConfig> nodes = NodeFiles.read(files);
    try (UntilStopped until = UntilStopped.install(this::stop)) {
      for (NodeConfig node : nodes) {
        if (isBehindSetter) {
          watches.add(RestorerWatch.start(node.setup()));
        } else {
          guardians.add(Guardian.start(node.setup(), DeviceKinds.standard()));
        }
      }
      LOG.info("watching the {} of {} nodes", isBehindSetter ? "setters" : "writers", nodes.size());
      try (StatusReport status =
          StatusReport.start(
              new GuardianProbe(this::statuses),
              nodes.stream().map(node -> own(node).guardianStatus()).toList())) {
        until.await(untilStdinCloses);
      }
    } catch (WriterException e) {
      stop();
      throw EngineException.of(e);
    }
    return ExitCode.DONE;
  }

  private List<GuardianStatus> statuses() {
    return Stream.concat(
            guardians.stream().map(Guardian::status), watches.stream().map(RestorerWatch::status))
        .toList();
  }

  /** Where this process may write. */
  private NodeFolder own(NodeConfig node) {
    return isBehindSetter ? node.folder().ofGuardian() : node.folder();
  }

  /** Writers that are being stopped at the same time, as by Ctrl-C, restore under our eyes. */
  private boolean stop() {
    long dueNanos = System.nanoTime() + LONGEST_WAIT_NANOS;
    for (Guardian guardian : guardians) {
      if (!guardian.awaitRestored(dueNanos)) {
        LOG.warn("node {}: its writer goes on without a guardian", guardian.node());
      }
    }
    guardians.forEach(Guardian::close);
    watches.forEach(RestorerWatch::close);
    return true;
  }
}
