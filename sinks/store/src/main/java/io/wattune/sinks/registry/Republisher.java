package io.wattune.sinks.registry;

import io.wattune.kafka.ConsumerLag;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts records out once more, each once: what is read and what is written of it are one
 * transaction. Several may run, and divide the topics among themselves. While the registry or the
 * broker is away it waits, and says so once. {@link #run} is for one thread, the others for any.
 */
public final class Republisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Republisher.class);
  private static final String PART = "republish";
  private static final String REGISTRY = "the schema registry";
  private static final String BROKER = "the broker";
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 1_000;

  private final RepublishOptions options;
  private final Map<String, Topic> sources = new HashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final CopyProgress progress = new CopyProgress(System::nanoTime);

  public Republisher(RepublishOptions options) {
    this.options = options;
    options.topics().forEach(topic -> sources.put(options.namespace().topic(topic), topic));
  }

  /** How it is doing. */
  public CopyProgress progress() {
    return progress;
  }

  /**
   * Runs until it is closed.
   *
   * @throws EngineException where the registry refuses a schema: waiting would not help
   * @throws KafkaException where the broker refuses what it needs
   */
  public void run() throws EngineException, InterruptedException {
    try {
      createTargets();
      while (closing.getCount() > 0) {
        try {
          read();
        } catch (IOException e) {
          waitAWhile(REGISTRY, FailureWords.of(e));
        } catch (AuthorizationException | UnsupportedVersionException e) {
          throw e;
        } catch (KafkaException e) {
          waitAWhile(BROKER, KafkaTrouble.line(e));
        }
      }
    } finally {
      over.countDown();
    }
  }

  /** From what was put out last on; what fails leaves nothing of a batch behind. */
  private void read() throws IOException, EngineException, InterruptedException {
    try (KafkaConsumer<byte[], byte[]> consumer = options.kafka().bytesConsumer(reading());
        PublishedSchemas schemas = new PublishedSchemas(options.kafka(), options.namespace())) {
      var registry = new SchemaRegistry(options.registry(), options.login());
      var encoding = new RegistryEncoding(schemas, registry);
      KafkaProducer<String, byte[]> producer = options.kafka().producer(writing());
      try {
        producer.initTransactions();
        goesOn(BROKER);
        consumer.subscribe(sources.keySet());
        while (closing.getCount() > 0) {
          ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
          if (!records.isEmpty()) {
            copy(consumer, producer, encoding, records);
            goesOn(REGISTRY);
          }
          progress.read(ConsumerLag.byTopic(consumer.metrics()));
        }
      } finally {
        producer.close(CLOSING); // It would wait for ever for a broker that is away.
      }
    }
  }

  private void createTargets() {
    Map<String, String> targets = new HashMap<>();
    sources.forEach((name, topic) -> targets.put(name, options.target(topic)));
    try (Admin admin = options.kafka().admin(Map.of())) {
      TargetTopics.create(admin, targets);
    }
  }

  /** All of them, or none. */
  private void copy(
      KafkaConsumer<byte[], byte[]> consumer,
      KafkaProducer<String, byte[]> producer,
      RegistryEncoding encoding,
      ConsumerRecords<byte[], byte[]> records)
      throws IOException, EngineException, InterruptedException {
    List<ProducerRecord<String, byte[]>> copies = copies(encoding, records);
    int unreadable = records.count() - copies.size();
    producer.beginTransaction();
    for (ProducerRecord<String, byte[]> each : copies) {
      var unused = producer.send(each);
    }
    producer.sendOffsetsToTransaction(ends(records), consumer.groupMetadata());
    producer.commitTransaction();
    progress.copied.inc(copies.size());
    progress.leftOut.inc(unreadable);
  }

  private void goesOn(String what) {
    if (progress.answers(what)) {
      LOG.info("goes on");
    }
  }

  private List<ProducerRecord<String, byte[]>> copies(
      RegistryEncoding encoding, ConsumerRecords<byte[], byte[]> records)
      throws IOException, EngineException, InterruptedException {
    List<ProducerRecord<String, byte[]>> copies = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Topic topic = sources.get(record.topic());
      if (topic == null) {
        throw new IllegalStateException("nobody asked for topic " + record.topic());
      }
      String target = options.target(topic);
      try {
        copies.add(
            new ProducerRecord<>(
                target,
                record.partition(),
                record.timestamp(),
                encoding.key(record.key()),
                encoding.encode(topic, target, record.value())));
      } catch (UndecodableException e) {
        if (progress.leftOut.get() == 0) {
          LOG.warn(
              "a record of {} is left out, and so are others like it: {}",
              record.topic(),
              e.getMessage());
        }
      }
    }
    return copies;
  }

  private void waitAWhile(String what, String why) throws InterruptedException {
    if (progress.waitsFor(what)) {
      LOG.warn("{}; it waits", why);
    }
    boolean unused = closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static Map<TopicPartition, OffsetAndMetadata> ends(
      ConsumerRecords<byte[], byte[]> records) {
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    for (TopicPartition partition : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> of = records.records(partition);
      ends.put(partition, new OffsetAndMetadata(of.get(of.size() - 1).offset() + 1));
    }
    return ends;
  }

  private Map<String, Object> reading() {
    Map<String, Object> values = new HashMap<>();
    values.put("group.id", options.namespace().group(PART));
    values.put("isolation.level", "read_committed");
    values.put("enable.auto.commit", "false");
    values.put("auto.offset.reset", "earliest");
    values.put("max.poll.records", String.valueOf(CopyProgress.ONE_READ));
    values.put("fetch.max.bytes", "16777216");
    return values;
  }

  /** The group's generation fences who was thought dead, so that the id may be any. */
  private Map<String, Object> writing() {
    Map<String, Object> values = new HashMap<>(ProducerSettings.of("wattune-" + PART));
    values.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
        options.namespace().transactionalIdPrefix(PART) + UUID.randomUUID());
    return values;
  }

  /** Ends {@link #run}, and waits for it. */
  @Override
  public void close() {
    closing.countDown();
    try {
      boolean unused = over.await(2 * CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
