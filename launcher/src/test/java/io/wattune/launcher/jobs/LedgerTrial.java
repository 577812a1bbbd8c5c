package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.replay.results.JobResults;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.testkit.Fleet;
import io.wattune.testkit.Fleet.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Records of a fleet for the ledger job, and what comes of them: once, whatever happens meanwhile.
 */
final class LedgerTrial {
  private static final Fleet FLEET = new Fleet();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final KafkaAccess all;
  private final KafkaAccess sender;
  private final Admin admin;

  /**
   * A trial on a broker.
   *
   * @param all who may read and write everything
   * @param sender who may write readings and activities
   */
  LedgerTrial(KafkaAccess all, KafkaAccess sender, Admin admin) {
    this.all = all;
    this.sender = sender;
    this.admin = admin;
  }

  /** A fleet's readings and activities, in the order of their times. */
  static List<Message> messages() {
    List<Message> all = new ArrayList<>();
    for (String device : FLEET.devices()) {
      all.addAll(FLEET.readings(device, 50));
      all.addAll(FLEET.activities(device));
    }
    all.sort(Comparator.comparingLong(Message::eventNanos));
    return all;
  }

  /** The same records without any failure, by a cluster of this process. */
  List<DeviceOutput> inOneGo(List<Message> messages) throws Exception {
    var namespace = Namespace.replay("in-one-go");
    new TopicCreator(admin, 1).createMissing(namespace);
    var options =
        new JobOptions(all, namespace, 2, Duration.ofMillis(500), JobOptions.FOR_THROUGHPUT);
    try (LocalFlink flink = LocalFlink.startTemporary(2);
        RunningJob job =
            JobSubmitter.to(flink)
                .submit(
                    "one",
                    LedgerJob::configure,
                    env -> LedgerJob.build(env, options, LedgerSettings.DEFAULT))) {
      send(all, namespace, messages);
      return readBack(namespace, job::check);
    }
  }

  /** Sends as an agent does. */
  void send(Namespace namespace, List<Message> messages) {
    send(sender, namespace, messages);
  }

  private static void send(KafkaAccess by, Namespace namespace, List<Message> messages) {
    try (var producer = by.producer(Map.of("delivery.timeout.ms", "300000"))) {
      for (Message message : messages) {
        producer.send(
            new ProducerRecord<>(message.fullTopic(namespace), message.device(), message.value()));
      }
    }
  }

  /** Offsets are committed with a checkpoint: the state then is on disk. */
  void awaitCommitted(long records) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                admin
                        .listConsumerGroupOffsets(LedgerJob.group(Namespace.live()))
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .values()
                        .stream()
                        .mapToLong(offset -> offset == null ? 0 : offset.offset())
                        .sum()
                    >= records);
  }

  /** Fails, too, where a committed record of the ledger is doubled or missing. */
  List<DeviceOutput> readBack(Namespace namespace) throws Exception {
    return readBack(namespace, () -> {});
  }

  private List<DeviceOutput> readBack(Namespace namespace, Check check) throws Exception {
    try (var readBack =
        new JobResults(all, namespace, FLEET.devices(), false, new PatientWatch(check))) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      assertThat(readBack.rejects()).isEmpty();
      return readBack.outputs(ProfileChoice.AUTO);
    }
  }

  /** Energies and true power, to the bit. */
  static void assertSame(List<DeviceOutput> actual, List<DeviceOutput> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int d = 0; d < expected.size(); d++) {
      assertThat(actual.get(d).entries())
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("revision")
          .containsExactlyElementsOf(expected.get(d).entries());
      assertThat(actual.get(d).power())
          .usingRecursiveComparison()
          .isEqualTo(expected.get(d).power());
    }
  }

  private interface Check {
    void check() throws io.wattune.embedded.flink.JobFailedException;
  }

  private record PatientWatch(Check job) implements JobResults.Watch {
    @Override
    public void check() throws io.wattune.embedded.flink.JobFailedException {
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
