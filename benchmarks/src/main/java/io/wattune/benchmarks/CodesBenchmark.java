package io.wattune.benchmarks;

import io.wattune.benchmarks.pairs.Pair;
import io.wattune.benchmarks.synthetic.FilledTopics;
import io.wattune.benchmarks.synthetic.SyntheticFleet;
import io.wattune.core.device.DeviceId;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.NodeCodeCheck;
import io.wattune.kafka.NodeCodeStamp;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.signature.NodeCodeKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/**
 * What nodes' codes cost: a node for each block that it sends, a reader for each that it checks,
 * and the ledger job, which runs over the same topics without and with the check by turns.
 */
final class CodesBenchmark {
  private static final Namespace LIVE = Namespace.live();
  private static final int BLOCKS = 20_000;
  private static final int ROUNDS = 5;

  private final NodeCodeKey master = NodeCodeKey.generate();
  private final SyntheticFleet fleet = new SyntheticFleet(200, 1);

  /** Processor time of a block, in microseconds: the best of some rounds, one thread. */
  record BlockCost(int polls, int bytes, double stampMicros, double checkMicros) {}

  BlockCost block(int polls) {
    var codec = new ReadingBlockCodec();
    var stamps = new Stamps();
    var check = new NodeCodeCheck();
    check.configure(Map.of("wattune.node-code.master", master.text()));
    var partition = new TopicPartition(LIVE.topic(Topic.READINGS), 0);
    double stamp = Double.MAX_VALUE;
    double checked = Double.MAX_VALUE;
    int bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
      for (int i = 0; i < BLOCKS; i++) {
        int device = i % fleet.devices();
        byte[] value = codec.encode(fleet.block(device, i, polls, false));
        bytes = value.length;
        records.add(new ProducerRecord<>(partition.topic(), fleet.name(device), value));
      }
      records.forEach(record -> stamps.of(record.key())); // Not the making of keys.
      long begin = processorNanos();
      records.forEach(stamps::mark);
      stamp = Math.min(stamp, (processorNanos() - begin) * 1e-3 / BLOCKS);
      List<ConsumerRecord<Object, byte[]>> come = new ArrayList<>();
      records.forEach(record -> come.add(consumed(record)));
      var batch = new ConsumerRecords<>(Map.of(partition, come), Map.of());
      begin = processorNanos();
      if (check.onConsume(batch) != batch) {
        throw new IllegalStateException("a right code was not believed");
      }
      checked = Math.min(checked, (processorNanos() - begin) * 1e-3 / BLOCKS);
    }
    return new BlockCost(polls, bytes, stamp, checked);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static ConsumerRecord<Object, byte[]> consumed(ProducerRecord<String, byte[]> record) {
    return new ConsumerRecord<>(
        record.topic(),
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        record.key().getBytes(StandardCharsets.UTF_8),
        record.value(),
        record.headers(),
        Optional.empty());
  }

  /** Stamps as many nodes would. */
  private final class Stamps {
    private final Map<String, NodeCodeStamp> byNode = new HashMap<>();

    ProducerRecord<String, byte[]> mark(ProducerRecord<String, byte[]> record) {
      return of(record.key()).onSend(record);
    }

    NodeCodeStamp of(String key) {
      return byNode.computeIfAbsent(
          DeviceId.nodeOf(key),
          node -> {
            var stamp = new NodeCodeStamp();
            stamp.configure(Map.of("wattune.node-code.key", master.ofNode(node).text()));
            return stamp;
          });
    }
  }

  /** Readings a second of the ledger job, without and with the check. */
  List<Pair<Double>> ledger(
      long readings, int polls, int parallelism, int rounds, PrintStream progress)
      throws Exception {
    Path folder = Files.createTempDirectory("wattune-bench-codes-");
    Path file = folder.resolve("master");
    ProtectedFile.createSecret(file, master.text());
    try (var broker = EmbeddedBroker.startTemporary();
        var flink = LocalFlink.startTemporary(parallelism);
        var topics =
            FilledTopics.fill(broker.access(), LIVE, fleet, readings, polls, new Stamps()::mark)) {
      var checking =
          new KafkaAccess(
              broker.bootstrapServers(),
              Map.of("wattune.node-code.master", "${secret:" + file + "}"));
      return Pair.byTurns(
          rounds,
          broker.access(),
          checking,
          progress,
          (kafka, round) -> rate(flink, topics, kafka, parallelism));
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  private static double rate(
      LocalFlink flink, FilledTopics topics, KafkaAccess kafka, int parallelism) throws Exception {
    var options =
        new JobOptions(kafka, LIVE, parallelism, Duration.ofSeconds(2), JobOptions.FOR_THROUGHPUT);
    double rate =
        ThroughputCommand.rate(
            flink,
            topics,
            LedgerJob.group(LIVE),
            env -> LedgerJob.build(env, options, LedgerSettings.DEFAULT));
    topics.forget(LedgerJob.group(LIVE));
    return rate;
  }
}
