package io.wattune.launcher.node;

import io.wattune.collectors.decisions.ActuationKind;
import io.wattune.collectors.decisions.ActuationSender;
import io.wattune.collectors.decisions.DecisionLink;
import io.wattune.collectors.decisions.KeyWatch;
import io.wattune.collectors.decisions.NodeIntake;
import io.wattune.collectors.decisions.WriterProbe;
import io.wattune.collectors.decisions.WriterSnapshot;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setter.RemoteSetter;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.status.StatusReport;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.NodeSetter;
import io.wattune.collectors.writer.Writer;
import io.wattune.collectors.writer.WriterException;
import io.wattune.kafka.KafkaAccess;
import io.wattune.launcher.command.CommandFailedException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.signature.KeyFileException;
import io.wattune.schemas.signature.SigningKeys;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune writer}: writes the settings of nodes, as decided. */
@Command(
    name = "writer",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the settings of a node's devices as they are decided, within the bounds of the node's"
          + " file and under a lease, until it is stopped; then own settings are back. Needs"
          + " wattune guardian beside it, a process of its own. The agent shows its state:"
          + " /writer/health, /writer/metrics."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:another writer runs, a folder cannot be used, or own settings could not be verified",
      "2:wrong arguments, or a node's file is wrong"
    })
public final class WriterCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(WriterCommand.class);

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

  /** How the writer of a node begins. */
  interface Starting {
    NodeSetter start(NodeConfig node, ActuationSender sender)
        throws WriterException, InterruptedException;
  }

  private final Starting starting;

  private record Cluster(KafkaAccess kafka, Namespace namespace) {}

  private SigningKeys keysOfNodes = SigningKeys.NONE;
  private boolean isStopping;

  /** Also the lock of what is started and stopped. */
  private final List<NodeSetter> writers = new CopyOnWriteArrayList<>();

  private final List<NodeIntake> intakes = new CopyOnWriteArrayList<>();
  private final List<DecisionLink> links = new CopyOnWriteArrayList<>();
  private final List<ActuationSender> senders = new CopyOnWriteArrayList<>();

  public WriterCommand() {
    this(
        (node, sender) ->
            Writer.start(node.setup(), DeviceKinds.standard(), NodeClock.SYSTEM, sender));
  }

  WriterCommand(Starting starting) {
    this.starting = starting;
  }

  @Override
  public Integer call() throws CommandFailedException, InterruptedException {
    Map<Cluster, List<NodeConfig>> clusters = new LinkedHashMap<>();
    List<NodeConfig> nodes = NodeFiles.read(files);
    for (NodeConfig each : nodes) {
      NodeConfig node = shadow ? each.inShadow() : each;
      clusters
          .computeIfAbsent(new Cluster(node.kafka(), node.namespace()), none -> new ArrayList<>())
          .add(node);
    }
    if (isBehindSetter && shadow) {
      throw CommandFailedException.usage(
          "--shadow is the setter's to do: set tuning.shadow in the node's file, and start both");
    }
    makeOwnFolders(nodes);
    keysOfNodes = keysOfNodes();
    boolean isRunning = false;
    try (UntilStopped until = UntilStopped.install(this::stop);
        KeyWatch keys = new KeyWatch()) {
      for (Map.Entry<Cluster, List<NodeConfig>> each : clusters.entrySet()) {
        start(each.getKey(), each.getValue());
      }
      for (NodeIntake intake : intakes) {
        keys.add(fileOf(intake, nodes), intake);
      }
      keys.start();
      isRunning = true;
      try (StatusReport status =
          StatusReport.start(
              new WriterProbe(this::snapshot),
              nodes.stream().map(node -> own(node).writerStatus()).toList())) {
        until.await(untilStdinCloses);
      }
    } catch (WriterException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    } finally {
      if (!isRunning) {
        // Whatever has failed: the nodes whose writers have begun must not be left as they are.
        boolean unused = stop();
      }
    }
    return ExitCode.DONE;
  }

  /** Where this process may write. */
  private NodeFolder own(NodeConfig node) {
    return isBehindSetter ? node.folder().ofDecisions() : node.folder();
  }

  private void makeOwnFolders(List<NodeConfig> nodes) throws CommandFailedException {
    for (NodeConfig node : nodes) {
      try {
        Files.createDirectories(own(node).path());
      } catch (IOException e) {
        throw CommandFailedException.failed(
            "%s cannot be made: %s; make it, for this user"
                .formatted(own(node).path(), FailureWords.of(e)));
      }
    }
  }

  private SigningKeys keysOfNodes() throws CommandFailedException {
    try {
      return nodeKey == null ? SigningKeys.NONE : SigningKeys.read(nodeKey);
    } catch (KeyFileException e) {
      throw CommandFailedException.usage(String.valueOf(e.getMessage()));
    }
  }

  private Path fileOf(NodeIntake intake, List<NodeConfig> nodes) {
    int i = 0;
    while (!nodes.get(i).node().equals(intake.node())) {
      i++;
    }
    return files.get(i);
  }

  private void start(Cluster cluster, List<NodeConfig> nodes)
      throws WriterException, InterruptedException {
    ActuationSender sender =
        ActuationSender.open(cluster.kafka(), cluster.namespace(), keysOfNodes);
    senders.add(sender);
    List<NodeIntake> started = new ArrayList<>();
    for (NodeConfig node : nodes) {
      synchronized (writers) {
        if (isStopping) {
          return; // The process is ending: whatever has been started is being stopped.
        }
        NodeSetter writer =
            isBehindSetter
                ? RemoteSetter.start(node.node(), node.folder().setterSocket(), sender)
                : starting.start(node, sender);
        writers.add(writer);
        started.add(new NodeIntake(node, writer, own(node)));
      }
    }
    intakes.addAll(started);
    var link = new DecisionLink(cluster.kafka(), cluster.namespace(), started, sender);
    synchronized (writers) {
      links.add(link);
    }
    link.start();
  }

  /** Without the lock: a stop may hold it for seconds. */
  private WriterSnapshot snapshot() {
    Map<ActuationKind, Long> actuations = new HashMap<>();
    senders.forEach(
        sender -> sender.taken().forEach((kind, n) -> actuations.merge(kind, n, Long::sum)));
    Map<String, Long> lag = new HashMap<>();
    links.forEach(link -> link.lagByTopic().forEach((topic, n) -> lag.merge(topic, n, Long::sum)));
    return new WriterSnapshot(
        writers.stream().map(NodeSetter::status).toList(),
        actuations,
        senders.stream().mapToLong(ActuationSender::sent).sum(),
        senders.stream().mapToLong(ActuationSender::lost).sum(),
        links.stream().allMatch(DecisionLink::isReading),
        lag);
  }

  /** Own settings first: nothing of the broker's may hold them up. */
  private boolean stop() {
    synchronized (writers) {
      isStopping = true;
      // One thread each: a node whose device hangs must not use up the time of the others.
      ExecutorService threads = Executors.newCachedThreadPool();
      List<CompletableFuture<Boolean>> stops =
          writers.stream()
              .map(writer -> CompletableFuture.supplyAsync(writer::stop, threads))
              .toList();
      boolean isRestored =
          stops.stream().map(CompletableFuture::join).reduce(true, (all, each) -> all && each);
      threads.shutdown();
      if (isRestored) {
        LOG.info("own settings are back and verified on all {} nodes", writers.size());
      } else {
        LOG.error("not all own settings could be verified; the journal stays for the guardian");
      }
      links.forEach(DecisionLink::close);
      senders.forEach(ActuationSender::close);
      return isRestored;
    }
  }
}
