package io.wattune.launcher.node;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What a controller and an operator do, by hand: decisions and holds out, actuations in. */
final class Controls implements AutoCloseable {
  private final KafkaProducer<String, byte[]> producer;
  private final KafkaConsumer<String, byte[]> consumer;
  private final String cluster;
  private final DecisionCodec decisions = new DecisionCodec();
  private final HoldCodec holds = new HoldCodec();
  private final ActuationCodec actuations = new ActuationCodec();
  private final List<Actuation> seen = new ArrayList<>();

  Controls(String bootstrapServers) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 0),
            new StringSerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    cluster = KafkaAccess.of(bootstrapServers).clusterId();
    String topic = Namespace.live().topic(Topic.ACTUATIONS);
    List<TopicPartition> all =
        IntStream.range(0, Topic.ACTUATIONS.defaultPartitions())
            .mapToObj(i -> new TopicPartition(topic, i))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  static long nowNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  static Decision.ForDevice decision(
      String node, long epoch, long sequence, long basedOnNanos, long leaseMillis, long megahertz) {
    return new Decision.ForDevice(
        node,
        node + "/G1",
        epoch,
        sequence,
        basedOnNanos,
        leaseMillis * 1_000_000L,
        Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, megahertz)),
        List.of(),
        "test",
        "test",
        "",
        Quality.MEASURED,
        0,
        null);
  }

  void decide(Decision decision) throws Exception {
    send(Topic.DECISIONS, decision.node(), decisions.encode(decision));
  }

  void decide(Decision decision, SigningKey key) throws Exception {
    String topic = Namespace.live().topic(Topic.DECISIONS);
    byte[] value = decisions.encode(decision);
    producer
        .send(
            new ProducerRecord<>(
                topic,
                null,
                decision.node(),
                value,
                key.headers(new ClusterTopic(cluster, topic), decision.node(), value)))
        .get();
  }

  void hold(Hold hold) throws Exception {
    send(Topic.HOLDS, hold.holdId(), holds.encode(hold));
  }

  /** As the release command does. */
  void release(String holdId) throws Exception {
    producer.send(new ProducerRecord<>(Namespace.live().topic(Topic.HOLDS), holdId, null)).get();
  }

  void send(Topic topic, String key, byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(Namespace.live().topic(topic), key, value)).get();
  }

  /** All actuations so far, waiting for one that is wanted; it must come. */
  List<Actuation> await(Predicate<Actuation> wanted, Duration limit) throws UndecodableException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (seen.stream().noneMatch(wanted) && System.nanoTime() < deadline) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(20))) {
        seen.add(actuations.decode(record.value()));
      }
    }
    if (seen.stream().noneMatch(wanted)) {
      throw new AssertionError(
          "within " + limit + " came only " + seen.stream().map(Controls::words).toList());
    }
    return seen;
  }

  /** The actuation of this number, from 0; waits for it. */
  Actuation number(int number, Duration limit) throws UndecodableException {
    List<Actuation> all = await(none -> seen.size() > number, limit);
    if (all.size() <= number) {
      throw new AssertionError("no actuation of number " + number + " came within " + limit);
    }
    return all.get(number);
  }

  /** As {@code outcome reason sequence}. */
  static String words(Actuation actuation) {
    return actuation.outcome() + " " + actuation.reason() + " " + actuation.sequence();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
    consumer.close();
  }
}
