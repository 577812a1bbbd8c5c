package io.wattune.launcher.node;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.metrics.AgentProbe;
import io.wattune.launcher.option.CommandLineOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune agent}: reads the devices of nodes. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description =
        "Reads the devices of a node and publishes their power, counters and activities, until it is"
            + " stopped. While the broker is away, records wait on disk. Needs no privilege.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a device or the node's folder cannot be used",
      "2:wrong arguments, or a node's file is wrong"
    })
public final class AgentCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(AgentCommand.class);

  @Parameters(paramLabel = "NODE.json", arity = "1..*", description = "files of the nodes")
  private List<Path> files = List.of();

  @Mixin private ListenOption listen = new ListenOption(9101);

  @Option(
      names = "--until-stdin-closes",
      description = "stop, too, when standard input ends: whoever started this is gone then")
  @CommandLineOnly
  private boolean untilStdinCloses;

  private volatile ListenOption.Serving server = () -> {};
  private final List<NodeAgent> agents = new CopyOnWriteArrayList<>();

  @Override
  public Integer call() throws CommandFailedException, InterruptedException {
    List<NodeConfig> nodes = NodeFiles.read(files);
    var probe = new AgentProbe(() -> agents.stream().map(NodeAgent::snapshot).toList());
    try (UntilStopped until = UntilStopped.install(this::stop)) {
      server = listen.start(probe);
      for (NodeConfig node : nodes) {
        agents.add(start(node));
        LOG.info("{}: reads {} devices", node.node(), node.devices().size());
      }
      until.await(untilStdinCloses);
    } catch (CommandFailedException e) {
      stop();
      throw e;
    }
    return ExitCode.DONE;
  }

  private static NodeAgent start(NodeConfig node) throws CommandFailedException {
    try {
      return NodeAgent.start(
          node, DeviceKinds.standard(), change -> LOG.info("{}: {}", node.node(), change));
    } catch (DeviceException | IllegalArgumentException e) {
      throw CommandFailedException.failed("node " + node.node() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw CommandFailedException.failed(
          "node " + node.node() + ": its spool cannot be used: " + e.getMessage(), e);
    }
  }

  /** All at once: each may take some seconds to send what it has. */
  private boolean stop() {
    agents.parallelStream().forEach(NodeAgent::close);
    agents.forEach(AgentCommand::report);
    server.close();
    return true;
  }

  private static void report(NodeAgent agent) {
    PublisherStatus status = agent.publisherStatus();
    LOG.info(
        "{}: {} polls; of {} records {} sent, {} on disk, {} dropped",
        agent.node(),
        agent.agentStatus().polls(),
        status.published() + status.recovered(),
        status.confirmed(),
        status.spooledRecords(),
        status.droppedRecords());
  }
}
