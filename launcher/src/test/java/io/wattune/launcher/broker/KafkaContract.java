package io.wattune.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.spool.KafkaOpener;
import io.wattune.collectors.spool.PublisherSettings;
import io.wattune.collectors.spool.SpoolingPublisher;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.replay.results.JobResults;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.testkit.Fleet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Wattune needs of a Kafka cluster: topics with their settings, records in order, transactions
 * that are seen whole or not at all, and a ledger that is exactly once over them. Each test has a
 * namespace of its own.
 */
abstract class KafkaContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int RECORDS = 2_000;

  private static Admin admin;

  private final Namespace namespace =
      Namespace.replay("contract-" + UUID.randomUUID().toString().substring(0, 8));

  /** Where the cluster is. */
  abstract String bootstrapServers();

  @BeforeEach
  void connect() {
    if (admin == null) {
      admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    }
  }

  @AfterAll
  static void disconnect() {
    if (admin != null) {
      admin.close();
      admin = null;
    }
  }

  @Test
  void createsEveryTopicOnceAndDeletesAReplays() throws Exception {
    var creator = new TopicCreator(admin, 1);

    assertThat(creator.createMissing(namespace)).hasSize(Topic.values().length);
    assertThat(creator.createMissing(namespace)).isEmpty();
    assertThat(admin.listTopics().names().get()).contains(namespace.topic(Topic.READINGS));
    assertThat(creator.delete(namespace)).hasSize(Topic.values().length);
    assertThat(creator.delete(namespace)).isEmpty();
  }

  @Test
  void aReplayKeepsHistoricRecordsAndALiveNamespaceItsCatalogue() throws Exception {
    var creator = new TopicCreator(admin, 1);
    creator.createMissing(namespace);
    creator.createMissing(Namespace.live());

    assertThat(setting(namespace.topic(Topic.READINGS), "retention.ms")).isEqualTo("-1");
    assertThat(setting("wattune.readings", "retention.ms")).isEqualTo("86400000");
    assertThat(setting("wattune.holds", "cleanup.policy")).isEqualTo("compact");
    assertThat(setting("wattune.readings", "message.timestamp.type")).isEqualTo("LogAppendTime");
    assertThat(setting("wattune.energy", "message.timestamp.type")).isEqualTo("CreateTime");
    creator.delete(namespace);
  }

  @Test
  void refusesATopicThatWouldLoseDataAndAReplicationThatCannotBe() throws Exception {
    NewTopic made =
        new NewTopic(namespace.topic(Topic.ENERGY), 1, (short) 1)
            .configs(Map.of("retention.ms", "60000"));
    admin.createTopics(List.of(made)).all().get();

    assertThatIllegalStateException()
        .isThrownBy(() -> new TopicCreator(admin, 1).createMissing(namespace))
        .withMessageContaining("retention.ms=60000 but needs -1");
    assertThatIllegalStateException()
        .isThrownBy(
            () -> new TopicCreator(admin, 3).createMissing(Namespace.replay("three-copies")))
        .withMessageContaining("replication factor");
  }

  @Test
  void aTransactionIsSeenWholeOrNotAtAll() throws Exception {
    new TopicCreator(admin, 1).createMissing(namespace);
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "transactional.id",
            namespace.prefix(),
            // The longest that Flink's sink asks for.
            "transaction.timeout.ms",
            "600000");
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(namespace.topic(Topic.ENERGY), "k", "aborted"));
      producer.abortTransaction();
      producer.beginTransaction();
      for (int i = 0; i < 3; i++) {
        producer.send(new ProducerRecord<>(namespace.topic(Topic.ENERGY), "k", "committed " + i));
      }
      producer.commitTransaction();
    }

    assertThat(values(Topic.ENERGY, 3))
        .containsExactly("committed 0", "committed 1", "committed 2");
  }

  @Test
  void anAgentsRecordsComeInOrderAndEachOnce(@TempDir Path spool) throws Exception {
    new TopicCreator(admin, 1).createMissing(namespace);
    var opener =
        new KafkaOpener(
            KafkaAccess.of(bootstrapServers()), "contract", namespace, Set.of(Topic.READINGS), 5);
    try (var publisher =
        SpoolingPublisher.start("n1", spool, opener, PublisherSettings.DEFAULT, change -> {})) {
      for (int i = 0; i < RECORDS; i++) {
        publisher.publish(
            namespace.topic(Topic.READINGS),
            "n1/gpu",
            Integer.toString(i).getBytes(StandardCharsets.UTF_8));
      }
      await().atMost(PATIENCE).until(() -> publisher.status().confirmed() == RECORDS);
    }

    assertThat(values(Topic.READINGS, RECORDS))
        .containsExactlyElementsOf(
            IntStream.range(0, RECORDS).mapToObj(Integer::toString).toList());
  }

  @Test
  @Tag("long")
  void theLedgerIsExactlyOnceThroughTheDeathOfATaskManager() throws Exception {
    new TopicCreator(admin, 1).createMissing(namespace);
    var fleet = new Fleet();
    List<Fleet.Message> messages = inOrder(fleet);
    var options =
        new JobOptions(
            KafkaAccess.of(bootstrapServers()),
            namespace,
            2,
            // None comes by itself, so that it is certain what a transaction holds at the death.
            Duration.ofDays(1),
            JobOptions.FOR_THROUGHPUT);
    var settings = new LedgerSettings(Duration.ofMinutes(10).toNanos(), ProfileChoice.AUTO);
    List<DeviceOutput> outputs;
    try (LocalFlink flink = LocalFlink.startTemporary(4);
        RunningJob job =
            JobSubmitter.to(flink)
                .submit(
                    "contract",
                    LedgerJob::configure,
                    env -> LedgerJob.build(env, options, settings));
        var readBack =
            new JobResults(
                KafkaAccess.of(bootstrapServers()),
                namespace,
                fleet.devices(),
                false,
                new Watch(job))) {
      send(messages.subList(0, messages.size() / 3));
      await().atMost(PATIENCE).until(() -> !entries(false).isEmpty());
      checkpoint(flink, job);
      await().atMost(PATIENCE).until(() -> !entries(true).isEmpty());
      send(messages.subList(messages.size() / 3, messages.size() / 2));
      await().atMost(PATIENCE).until(() -> entries(false).size() > entries(true).size());
      flink.miniCluster().terminateTaskManager(0).get();
      flink.miniCluster().startTaskManager();
      send(messages.subList(messages.size() / 2, messages.size()));
      readBack.awaitPower();
      checkpoint(flink, job);
      readBack.awaitEnergy();
      assertThat(readBack.rejects()).isEmpty();
      outputs = readBack.outputs(ProfileChoice.AUTO);
    }

    assertThat(outputs)
        .hasSize(fleet.devices().size())
        .allSatisfy(device -> assertThat(device.entries()).isNotEmpty())
        .allSatisfy(device -> assertThat(device.entries()).allMatch(LedgerEntry::isFinal));
    List<LedgerEntry> committed = entries(true);
    assertThat(committed)
        .as("revisions of entries that were committed")
        .extracting(entry -> entry.entryId() + " " + entry.revision())
        .doesNotHaveDuplicates();
    assertThat(entries(false))
        .as("with what was written by the task manager that died")
        .hasSizeGreaterThan(committed.size());
  }

  private static List<Fleet.Message> inOrder(Fleet fleet) {
    List<Fleet.Message> all = new ArrayList<>();
    for (String device : fleet.devices()) {
      all.addAll(fleet.readings(device, 50));
      all.addAll(fleet.activities(device));
    }
    all.sort(Comparator.comparingLong(Fleet.Message::eventNanos));
    return all;
  }

  private void send(List<Fleet.Message> messages) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      messages.forEach(
          message ->
              producer.send(
                  new ProducerRecord<>(
                      message.fullTopic(namespace), message.device(), message.value())));
    }
  }

  /** Returns when one is complete; refused while tasks start, it is asked for again. */
  private static void checkpoint(LocalFlink flink, RunningJob job) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> !flink.miniCluster().triggerCheckpoint(job.id()).get().isEmpty());
  }

  private List<LedgerEntry> entries(boolean onlyCommitted) {
    List<LedgerEntry> entries = new ArrayList<>();
    try (var reader =
        TopicReader.open(
            KafkaAccess.of(bootstrapServers()),
            namespace.topic(Topic.ENERGY),
            onlyCommitted,
            new LedgerEntryCodec())) {
      reader.readToEnd(Duration.ofMillis(200), entries::add);
    }
    return entries;
  }

  /** Committed values of a topic, of which so many are waited for. */
  private List<String> values(Topic topic, int expected) throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrapServers(), "isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(namespace.topic(topic)).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      await()
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(1))
          .atMost(PATIENCE)
          .until(
              () -> {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                  values.add(each.value());
                }
                return values.size() >= expected;
              });
      // Nothing may follow: a repeat would come at once.
      consumer.poll(Duration.ofMillis(300)).forEach(each -> values.add(each.value()));
    }
    return values;
  }

  private static String setting(String topic, String name) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    return config.get(name).value();
  }

  private record Watch(RunningJob job) implements JobResults.Watch {
    @Override
    public void check() throws JobFailedException {
      job.check();
    }

    @Override
    public void samples(long samples) {}

    @Override
    public Duration patience() {
      return PATIENCE;
    }
  }
}
