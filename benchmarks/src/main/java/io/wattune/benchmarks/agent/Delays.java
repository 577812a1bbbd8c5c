package io.wattune.benchmarks.agent;

import io.wattune.core.reading.PollBlock;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.report.Decimals;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How long after its polls a block is there for who reads the topic.
 *
 * @param newestMillis median time since the newest poll of a block
 * @param oldestMillis largest time since the oldest poll of a block, but for one block in a hundred
 * @param polls median polls of a block
 */
record Delays(double newestMillis, double oldestMillis, int polls) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Reads what comes for a while. */
  static Delays measure(KafkaAccess kafka, Duration time) throws UndecodableException {
    List<Double> newest = new ArrayList<>();
    List<Double> oldest = new ArrayList<>();
    List<Integer> polls = new ArrayList<>();
    var codec = new ReadingBlockCodec();
    try (var reader = PartitionReader.ofBytes(kafka, Map.of())) {
      reader.addFromEnd(reader.partitions(Namespace.live().topic(Topic.READINGS)));
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() < end) {
        var records = reader.poll(Duration.ofMillis(100));
        double nowMillis = System.currentTimeMillis();
        for (ConsumerRecord<byte[], byte[]> record : records) {
          PollBlock block = codec.decode(record.value());
          newest.add(nowMillis - block.timesNanos()[block.polls() - 1] / NANOS_PER_MILLI);
          oldest.add(nowMillis - block.timesNanos()[0] / NANOS_PER_MILLI);
          polls.add(block.polls());
        }
      }
    }
    if (polls.isEmpty()) {
      throw new IllegalStateException("no block came in " + time);
    }
    Collections.sort(newest);
    Collections.sort(oldest);
    Collections.sort(polls);
    return new Delays(
        newest.get(newest.size() / 2),
        oldest.get(oldest.size() * 99 / 100),
        polls.get(polls.size() / 2));
  }

  String words() {
    return "%d, %s ms, %s ms"
        .formatted(polls, Decimals.fixed(newestMillis, 1), Decimals.fixed(oldestMillis, 0));
  }
}
