package io.wattune.collectors.decisions;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.writer.NodeSetter;
import io.wattune.collectors.writer.WriterException;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.signature.SigningKeys;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writers of this process, one for each node, with what reads their decisions and what sends
 * their answers. May be stopped by another thread while it starts.
 */
public final class NodeWriters {
  private static final Logger LOG = LoggerFactory.getLogger(NodeWriters.class);

  /** How the writer of a node begins. */
  @FunctionalInterface
  public interface Starting {
    NodeSetter start(NodeConfig node, ActuationSender sender)
        throws WriterException, InterruptedException;
  }

  private record Cluster(KafkaAccess kafka, Namespace namespace) {}

  private final Starting starting;
  private final Function<NodeConfig, NodeFolder> folders;
  private final SigningKeys keysOfNodes;
  private boolean isStopping;

  /** Also the lock of what is started and stopped. */
  private final List<NodeSetter> writers = new CopyOnWriteArrayList<>();

  private final List<NodeIntake> intakes = new CopyOnWriteArrayList<>();
  private final List<DecisionLink> links = new CopyOnWriteArrayList<>();
  private final List<ActuationSender> senders = new CopyOnWriteArrayList<>();

  /**
   * Of a process.
   *
   * @param folders where it may write for a node
   * @param keysOfNodes with what answers are signed
   */
  public NodeWriters(
      Starting starting, Function<NodeConfig, NodeFolder> folders, SigningKeys keysOfNodes) {
    this.starting = starting;
    this.folders = folders;
    this.keysOfNodes = keysOfNodes;
  }

  /** Starts the writers of these nodes; those of one cluster read it together. */
  public void start(List<NodeConfig> nodes) throws WriterException, InterruptedException {
    Map<Cluster, List<NodeConfig>> clusters = new LinkedHashMap<>();
    for (NodeConfig node : nodes) {
      clusters
          .computeIfAbsent(new Cluster(node.kafka(), node.namespace()), none -> new ArrayList<>())
          .add(node);
    }
    for (Map.Entry<Cluster, List<NodeConfig>> each : clusters.entrySet()) {
      start(each.getKey(), each.getValue());
    }
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
        NodeSetter writer = starting.start(node, sender);
        writers.add(writer);
        started.add(new NodeIntake(node, writer, folders.apply(node)));
      }
    }
    intakes.addAll(started);
    var link = new DecisionLink(cluster.kafka(), cluster.namespace(), started, sender);
    synchronized (writers) {
      links.add(link);
    }
    link.start();
  }

  /** What takes the decisions of the nodes that have been started. */
  public List<NodeIntake> intakes() {
    return List.copyOf(intakes);
  }

  /** How they are; without the lock, since a stop may hold it for seconds. */
  public WriterSnapshot snapshot() {
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
        links.stream().mapToLong(DecisionLink::refusedSizes).sum(),
        links.stream().allMatch(DecisionLink::isReading),
        lag);
  }

  /**
   * Own settings first: nothing of the broker's may hold them up.
   *
   * @return whether all own settings are back and verified
   */
  public boolean stop() {
    synchronized (writers) {
      isStopping = true;
      // One thread each: a node whose device hangs must not use up the time of the others.
      ExecutorService threads = Executors.newCachedThreadPool(Worker.threads("writer-stop"));
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
