package io.wattune.launcher.loop;

import io.wattune.core.Quality;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Decisions by hand, in place of a controller. */
final class DecisionSender implements AutoCloseable {
  private final KafkaProducer<String, byte[]> producer;
  private final DecisionCodec codec = new DecisionCodec();
  private long sequence;

  DecisionSender(String bootstrapServers) {
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 0),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  /** Sends one; returns from when its lease counts, epoch nanoseconds. */
  long decide(String device, Duration lease, Configuration configuration) throws Exception {
    Instant now = Instant.now();
    long based = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    var decision =
        new Decision.ForDevice(
            StandInNode.NAME,
            device,
            1,
            ++sequence,
            based,
            lease.toNanos(),
            configuration,
            List.of(),
            "test",
            "test",
            "",
            Quality.MEASURED,
            0,
            null);
    producer
        .send(
            new ProducerRecord<>(
                Namespace.live().topic(Topic.DECISIONS), StandInNode.NAME, codec.encode(decision)))
        .get();
    return based;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
  }
}
