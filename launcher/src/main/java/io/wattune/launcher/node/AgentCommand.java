package io.wattune.launcher.node;

import io.wattune.collectors.counters.FoundPlugins;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.discovery.DeviceJson;
import io.wattune.collectors.discovery.DeviceText;
import io.wattune.collectors.journal.JournaledSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.collectors.nodeagent.AgentProbe;
import io.wattune.collectors.nodeagent.MeterReader;
import io.wattune.collectors.nodeagent.NodeAgent;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.collectors.status.StatusRoutes;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.listen.MetricsOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune agent}: reads the devices of nodes. */
@Command(
    name = "agent",
    description =
        "Reads the devices of a node and publishes their power, counters and activities, until it is"
            + " stopped. While the broker is away, records wait on disk. Needs no privilege.",
    exitCodeList = {
      "0:done",
      "1:what a node's file says of a device is wrong, or its folder cannot be used",
      "2:wrong arguments, or a node's file is wrong"
    })
public final class AgentCommand extends Subcommand {
  private static final Logger LOG = LoggerFactory.getLogger(AgentCommand.class);

  private final Supplier<DeviceKinds> kindsOfDevices;

  @Parameters(paramLabel = "NODE.json", arity = "0..*", description = "files of the nodes")
  private List<Path> files = List.of();

  @Option(
      names = "--list",
      description =
          "print the devices that are found on this machine, their signals, controls and counters,"
              + " what is missing and what to do about it, and end")
  @CommandLineOnly
  private boolean list;

  @Option(names = "--json", description = "print the list as one JSON object")
  @CommandLineOnly
  private boolean json;

  @Mixin private ListenOption listen = new ListenOption(9101);

  @Option(
      names = "--metrics",
      paramLabel = "NAMES",
      defaultValue = "own",
      description =
          "names under which /metrics shows power and energy: own (default), or dcgm, which adds"
              + " DCGM's and Kepler's for the same quantities")
  private MetricNames names = MetricNames.OWN;

  @Mixin private MetricsOption metrics = new MetricsOption();

  @Option(
      names = "--until-stdin-closes",
      description = "stop, too, when standard input ends: whoever started this is gone then")
  @CommandLineOnly
  private boolean untilStdinCloses;

  private volatile ListenOption.Serving server = () -> {};
  private final List<NodeAgent> agents = new CopyOnWriteArrayList<>();

  public AgentCommand() {
    this(DeviceKinds::standard);
  }

  /** An agent of other kinds of devices than {@link DeviceKinds#standard}. */
  public AgentCommand(Supplier<DeviceKinds> kinds) {
    this.kindsOfDevices = kinds;
  }

  @Override
  public Integer call() throws EngineException, InterruptedException {
    DeviceKinds kinds = kindsOfDevices.get();
    if (list) {
      Discovery found = kinds.find();
      FoundPlugins plugins = FoundPlugins.find(kinds.counterPluginNames());
      print(
          json
              ? DeviceJson.of(found, plugins).toString()
              : DeviceText.of(found) + DeviceText.of(plugins));
      return ExitCode.DONE;
    }
    if (json) {
      throw EngineException.wrongInput("--json is the form of a list: give --list, too");
    }
    if (files.isEmpty()) {
      throw EngineException.wrongInput(
          "give the file of a node; wattune agent --list shows what is found on this machine");
    }
    List<NodeConfig> nodes = FoundDevices.completed(NodeFiles.read(files), kinds);
    var probe =
        new AgentProbe(
            () -> agents.stream().map(NodeAgent::snapshot).toList(),
            MeterReader.ofSystem(names == MetricNames.DCGM));
    try (UntilStopped until = UntilStopped.install(this::stop)) {
      server =
          listen.start(
              probe,
              metrics.labels(AgentProbe.METRICS),
              new StatusRoutes(nodes, System::currentTimeMillis)::addTo);
      for (NodeConfig node : nodes) {
        agents.add(start(node, kinds));
        LOG.info("{}: reads {} devices", node.node(), node.devices().size());
      }
      until.await(untilStdinCloses);
    } catch (EngineException e) {
      stop();
      throw e;
    }
    return ExitCode.DONE;
  }

  private static NodeAgent start(NodeConfig node, DeviceKinds kinds)
      throws EngineException, InterruptedException {
    try {
      return NodeAgent.start(
          node,
          kinds,
          JournaledSettings.of(node.folder()),
          change -> LOG.info("{}: {}", node.node(), change));
    } catch (DeviceException | IllegalArgumentException e) {
      throw EngineException.failed("node " + node.node() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw EngineException.failed(
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
