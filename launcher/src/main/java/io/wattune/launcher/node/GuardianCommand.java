package io.wattune.launcher.node;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.writer.Guardian;
import io.wattune.collectors.writer.WriterException;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.metrics.GuardianProbe;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.status.StatusReport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune guardian}: puts own settings back when the writer is gone. */
@Command(
    name = "guardian",
    mixinStandardHelpOptions = true,
    description = {
      "Watches the writer of a node, until it is stopped. A writer that dies or hangs past the end"
          + " of a lease leaves settings behind: the guardian puts own settings back in time."
          + " Needs no broker. The agent shows its state: /guardian/health, /guardian/metrics."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:another guardian runs, or a folder cannot be used",
      "2:wrong arguments, or a node's file is wrong"
    })
public final class GuardianCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(GuardianCommand.class);

  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(6);

  @Parameters(paramLabel = "NODE.json", arity = "1..*", description = "files of the nodes")
  private List<Path> files = List.of();

  @Option(
      names = "--until-stdin-closes",
      description = "stop, too, when standard input ends: whoever started this is gone then")
  @CommandLineOnly
  private boolean untilStdinCloses;

  private final List<Guardian> guardians = new CopyOnWriteArrayList<>();

  @Override
  public Integer call() throws CommandFailedException, InterruptedException {
    List<NodeConfig> nodes = NodeFiles.read(files);
    try (UntilStopped until = UntilStopped.install(this::stop)) {
      for (NodeConfig node : nodes) {
        guardians.add(Guardian.start(node.setup(), DeviceKinds.standard()));
      }
      LOG.info("watching the writers of {} nodes", guardians.size());
      var probe = new GuardianProbe(() -> guardians.stream().map(Guardian::status).toList());
      try (StatusReport status =
          StatusReport.start(
              probe, nodes.stream().map(node -> node.folder().guardianStatus()).toList())) {
        until.await(untilStdinCloses);
      }
    } catch (WriterException e) {
      stop();
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    }
    return ExitCode.DONE;
  }

  /** Writers that are being stopped at the same time, as by Ctrl-C, come home under our eyes. */
  private boolean stop() {
    long dueNanos = System.nanoTime() + LONGEST_WAIT_NANOS;
    for (Guardian guardian : guardians) {
      if (!guardian.awaitHome(dueNanos)) {
        LOG.warn("node {}: its writer goes on without a guardian", guardian.node());
      }
    }
    guardians.forEach(Guardian::close);
    return true;
  }
}
