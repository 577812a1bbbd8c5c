package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.NodeClock;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.NodePartitioner;
import io.wattune.kafka.PartitionReader;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.thread.Worker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings decisions and holds to the writers of this process, on a thread of its own.
 *
 * <p>It belongs to no group and commits nothing: it assigns itself the partitions of its nodes and
 * begins at their end, so that an old decision is never obeyed. All holds are read first, from the
 * beginning: no decision is read before. When the broker comes back after a pause, what was decided
 * meanwhile is read, and refused by the writer where its lease is over.
 */
public final class DecisionLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionLink.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final long RETRY_NANOS = 500_000_000L;
  private static final long LOOK_NANOS = 30_000_000_000L;
  private static final long CLOSE_MILLIS = 2_000;

  /** A record is far smaller, and the topics that are read here are stored as they are unpacked. */
  private static final int FETCH_BYTES = 4 * 1024 * 1024;

  private static final Map<String, Object> SETTINGS =
      Map.of(
          ConsumerConfig.CLIENT_ID_CONFIG,
          "wattune-writer",
          // A position that is gone must not be replaced by one that skips a hold.
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "none",
          ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
          (int) ANSWER.toMillis(),
          ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
          FETCH_BYTES,
          ConsumerConfig.METADATA_MAX_AGE_CONFIG,
          (int) ANSWER.toMillis());

  private final Namespace namespace;
  private final Map<String, NodeIntake> nodes = new HashMap<>();
  private final HoldBook holds;
  private final Map<String, JournaledHolds> kept = new HashMap<>();
  private final Map<String, RightSizeShelf> sizes = new HashMap<>();
  private final ActuationSender sender;
  private final Supplier<PartitionReader<String>> readers;
  private final Supplier<String> clusters;
  private final Worker worker;
  private volatile @Nullable PartitionReader<String> open;
  private volatile boolean isReading;
  private String lastWarning = "";

  /** A link that is not open yet. */
  public DecisionLink(
      KafkaAccess kafka,
      Namespace namespace,
      Collection<NodeIntake> nodes,
      ActuationSender sender) {
    this(namespace, nodes, sender, () -> PartitionReader.of(kafka, SETTINGS), kafka::clusterId);
  }

  /** A link whose readers, and the ids of whose clusters, come from elsewhere. */
  DecisionLink(
      Namespace namespace,
      Collection<NodeIntake> nodes,
      ActuationSender sender,
      Supplier<PartitionReader<String>> readers,
      Supplier<String> clusters) {
    this.namespace = namespace;
    nodes.forEach(each -> this.nodes.put(each.node(), each));
    this.nodes.keySet().forEach(each -> sizes.put(each, new RightSizeShelf()));
    this.holds = new HoldBook(this.nodes.keySet());
    this.sender = sender;
    this.readers = readers;
    this.clusters = clusters;
    this.worker = Worker.once("decisions", this::run);
  }

  /** Begins; the broker may be away. */
  public void start() {
    worker.start();
  }

  /** Whether decisions reach the writers; a broker that is away for a short time is waited for. */
  public boolean isReading() {
    return isReading && !worker.isClosed();
  }

  /** Records not read yet, by topic. */
  public Map<String, Long> lagByTopic() {
    PartitionReader<String> reader = open;
    return reader == null ? Map.of() : reader.lagByTopic();
  }

  private void run() {
    try {
      // A signature is over bytes that only a schema explains: those of this release, and none that
      // somebody has published.
      var decisions =
          new DecisionIntake(nodes, new DecisionCodec(), NodeClock.SYSTEM, sender::reject);
      readKept();
      while (!worker.isClosed()) {
        try (PartitionReader<String> reader = readers.get()) {
          open = reader;
          read(reader, decisions);
        } catch (WakeupException | InterruptException e) {
          LOG.debug("the link is being closed", e);
        } catch (KafkaException | IllegalStateException e) {
          retry(KafkaTrouble.line(e));
        } catch (RuntimeException e) {
          if (!lastWarning.endsWith(e.toString())) {
            LOG.error("a defect, please report it", e);
          }
          retry(e.toString()); // The next consumer begins at the end, behind what this one met.
        }
      }
    } finally {
      isReading = false;
    }
  }

  private void retry(String why) {
    isReading = false;
    warnOnce("no decisions can be read, own settings stay or come back: " + why);
    LockSupport.parkNanos(RETRY_NANOS);
  }

  private void read(PartitionReader<String> reader, DecisionIntake decisions) {
    String cluster = clusters.get();
    List<TopicPartition> ofHolds = partitions(reader, Topic.HOLDS);
    List<TopicPartition> ofDecisions = partitions(reader, Topic.DECISIONS);
    readHolds(reader, ofHolds);
    passHolds(decisions, cluster);
    boolean hasSizes = readSizes(reader, cluster);
    Set<TopicPartition> own = new HashSet<>();
    for (String node : nodes.keySet()) {
      own.add(ofDecisions.get(NodePartitioner.of(node, ofDecisions.size())));
    }
    reader.addFromEnd(own);
    warnOnce("");
    isReading = true;
    LOG.info("decisions are read for {} from now on", nodes.keySet());
    long lookedNanos = System.nanoTime();
    while (!worker.isClosed()) {
      take(reader.poll(POLL), decisions, cluster);
      if (System.nanoTime() - lookedNanos > LOOK_NANOS) {
        lookedNanos = System.nanoTime();
        checkPartitions(reader, ofDecisions.size());
        passHolds(decisions, cluster); // A key may have been taken out, or have come to its end.
        if (hasSizes) {
          putSizes(cluster);
        } else {
          hasSizes = readSizes(reader, cluster);
        }
      }
    }
  }

  private void readHolds(PartitionReader<String> reader, List<TopicPartition> of) {
    reader.addFromBeginning(of);
    var read = holds.begin();
    reader.readTo(
        reader.ends(of),
        () -> !worker.isClosed(),
        record -> read.take(record, NodeClock.SYSTEM.now().wallNanos()));
    if (!worker.isClosed()) {
      holds.end(read); // Half a reading would release what the other half has.
      keep();
    }
  }

  /**
   * What kernels of servers need; false where the topic is not there yet, which an older release
   * has not made: nothing else waits for it.
   */
  private boolean readSizes(PartitionReader<String> reader, String cluster) {
    List<TopicPartition> of = reader.partitions(namespace.topic(Topic.RIGHT_SIZES));
    if (of.isEmpty()) {
      return false;
    }
    sizes.values().forEach(RightSizeShelf::begin);
    reader.addFromBeginning(of);
    reader.readTo(
        reader.ends(of),
        () -> !worker.isClosed(),
        record -> sizes.values().forEach(each -> each.take(record)));
    if (!worker.isClosed()) {
      putSizes(cluster);
    }
    return true;
  }

  /** Right-size tables that nodes have not taken. */
  public long refusedSizes() {
    return sizes.values().stream().mapToLong(RightSizeShelf::refused).sum();
  }

  private void putSizes(String cluster) {
    long nowNanos = NodeClock.SYSTEM.now().wallNanos();
    for (NodeIntake each : nodes.values()) {
      RightSizeShelf shelf = sizes.get(each.node());
      if (shelf != null) {
        shelf.put(each.folder().rightSizes(), each.belief(cluster, nowNanos));
      }
    }
  }

  /** What an earlier life has kept counts from the first reading of the topic on, as if known. */
  private void readKept() {
    long wallNanos = NodeClock.SYSTEM.now().wallNanos();
    for (NodeIntake each : nodes.values()) {
      var ofNode = new JournaledHolds(each.folder(), each.node(), namespace.topic(Topic.HOLDS));
      kept.put(each.node(), ofNode);
      ofNode.read().forEach(hold -> holds.take(hold, wallNanos));
    }
  }

  private void keep() {
    kept.forEach((node, on) -> on.write(holds.recordsOn(node)));
  }

  private void passHolds(DecisionIntake intake, String cluster) {
    long nowNanos = NodeClock.SYSTEM.now().wallNanos();
    for (NodeIntake each : nodes.values()) {
      each.setter()
          .holds(
              holds.believedBy(
                  each.belief(cluster, nowNanos),
                  each.node(),
                  (record, why) -> intake.refuse(record, each, why)));
    }
  }

  private void take(
      ConsumerRecords<String, byte[]> records, DecisionIntake decisions, String cluster) {
    boolean isHoldNew = false;
    for (ConsumerRecord<String, byte[]> record : records.records(namespace.topic(Topic.HOLDS))) {
      holds.take(record, NodeClock.SYSTEM.now().wallNanos());
      isHoldNew = true;
    }
    if (isHoldNew) {
      keep();
      passHolds(decisions, cluster);
    }
    boolean hasNewSizes = false;
    for (ConsumerRecord<String, byte[]> record :
        records.records(namespace.topic(Topic.RIGHT_SIZES))) {
      sizes.values().forEach(each -> each.take(record));
      hasNewSizes = true;
    }
    if (hasNewSizes) {
      putSizes(cluster);
    }
    records
        .records(namespace.topic(Topic.DECISIONS))
        .forEach(record -> decisions.take(record, cluster));
  }

  private List<TopicPartition> partitions(PartitionReader<String> reader, Topic topic) {
    String name = namespace.topic(topic);
    List<TopicPartition> found = reader.partitions(name);
    if (found.isEmpty()) {
      throw new IllegalStateException("topic " + name + " is not there yet");
    }
    return found;
  }

  /** With more partitions a node's decisions come in another one. */
  private void checkPartitions(PartitionReader<String> reader, int known) {
    try {
      int now = partitions(reader, Topic.DECISIONS).size();
      if (now != known) {
        throw new IllegalStateException("the topic of decisions has " + now + " partitions now");
      }
    } catch (org.apache.kafka.common.errors.TimeoutException e) {
      LOG.debug("the broker is away; the partitions are looked at later", e);
    }
  }

  /** One line for each change. */
  private void warnOnce(String what) {
    if (!what.equals(lastWarning)) {
      lastWarning = what;
      if (!what.isEmpty()) {
        LOG.warn("{}; tried again until it can", what);
      }
    }
  }

  @Override
  public void close() {
    worker.stop();
    PartitionReader<String> reader = open;
    if (reader != null) {
      reader.wakeup();
    }
    boolean unused = worker.close(CLOSE_MILLIS);
  }
}
