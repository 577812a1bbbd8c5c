package io.wattune.replay.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.TopicCreator;
import io.wattune.replay.publish.FactorPacer;
import io.wattune.replay.publish.Pacer;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.testkit.Fleet;
import io.wattune.testkit.Fleet.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLockTarget;

/**
 * The same readings and activities give the same energy and the same true power to the bit, however
 * they are cut, ordered, delayed and paced, and whatever fails in between. A real broker and a real
 * Flink cluster, on which jobs run beside each other, but for the one whose task manager dies.
 */
@Tag("nightly")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(
    value = "task manager",
    mode = ResourceAccessMode.READ,
    target = ResourceLockTarget.CHILDREN)
class LedgerDeterminismTest {
  private static final Fleet FLEET = new Fleet();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static EmbeddedBroker broker;
  private static LocalFlink flink;
  private static List<DeviceOutput> expected;
  private static final AtomicInteger RUNS = new AtomicInteger();

  @BeforeAll
  static void startAndRunOnce() throws Exception {
    broker = EmbeddedBroker.startTemporary();
    flink = LocalFlink.startTemporary(12);
    expected = run(1, Pacer.MAX_SPEED, inEventTime(200), false);
  }

  @AfterAll
  static void stop() {
    flink.close();
    broker.close();
  }

  @Test
  void theFleetExercisesWhatCouldGoWrong() {
    assertThat(expected).hasSize(4);
    assertThat(expected)
        .anySatisfy(d -> assertThat(d.profile().source()).isEqualTo(ProfileSource.LEARNED))
        .allSatisfy(d -> assertThat(d.counts().gaps()).isPositive())
        .allSatisfy(d -> assertThat(d.entries()).anyMatch(e -> e.book() == Book.JOB))
        .allSatisfy(d -> assertThat(d.entries()).allMatch(LedgerEntry::isFinal));
  }

  @Test
  void oneReadingABlockAtParallelismFour() throws Exception {
    assertSame(run(4, Pacer.MAX_SPEED, inEventTime(1), false));
  }

  @Test
  void sevenReadingsABlock() throws Exception {
    assertSame(run(2, Pacer.MAX_SPEED, inEventTime(7), false));
  }

  @Test
  void twentyTimesRealTime() throws Exception {
    assertSame(run(2, new FactorPacer(20, Pacer.Clock.SYSTEM), inEventTime(50), false));
  }

  @Test
  void activitiesAfterAllReadings() throws Exception {
    List<Message> late = new ArrayList<>();
    FLEET.devices().forEach(device -> late.addAll(FLEET.readings(device, 200)));
    FLEET.devices().forEach(device -> late.addAll(FLEET.activities(device)));
    assertSame(run(2, Pacer.MAX_SPEED, late, false));
  }

  @Test
  @ResourceLock(value = "task manager", mode = ResourceAccessMode.READ_WRITE)
  void devicesShuffledActivitiesFirstAndATaskManagerThatDiesInTheMiddle() throws Exception {
    List<Message> shuffled = new ArrayList<>();
    FLEET.devices().forEach(device -> shuffled.addAll(FLEET.activities(device)));
    List<String> turns = new ArrayList<>();
    FLEET
        .devices()
        .forEach(d -> turns.addAll(Collections.nCopies(FLEET.readings(d, 64).size(), d)));
    Collections.shuffle(turns, new Random(7));
    Map<String, java.util.Iterator<Message>> queues = new java.util.HashMap<>();
    FLEET.devices().forEach(d -> queues.put(d, FLEET.readings(d, 64).iterator()));
    turns.forEach(device -> shuffled.add(queues.get(device).next()));
    assertSame(run(2, Pacer.MAX_SPEED, shuffled, true));
  }

  private static void assertSame(List<DeviceOutput> actual) {
    for (int d = 0; d < expected.size(); d++) {
      DeviceOutput wanted = expected.get(d);
      DeviceOutput got = actual.get(d);
      assertThat(got.device()).isEqualTo(wanted.device());
      assertThat(got.profile()).isEqualTo(wanted.profile());
      assertThat(got.entries())
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("revision")
          .containsExactlyElementsOf(wanted.entries());
      assertThat(got.power()).usingRecursiveComparison().isEqualTo(wanted.power());
      assertThat(got.counts())
          .usingRecursiveComparison()
          .ignoringFields("energyRecords")
          .isEqualTo(wanted.counts());
    }
  }

  private static List<Message> inEventTime(int pollsPerBlock) {
    List<Message> all = new ArrayList<>();
    for (String device : FLEET.devices()) {
      all.addAll(FLEET.readings(device, pollsPerBlock));
      all.addAll(FLEET.activities(device));
    }
    // The sort is stable: a device's own order stays.
    all.sort(Comparator.comparingLong(Message::eventNanos));
    return all;
  }

  private static List<DeviceOutput> run(
      int parallelism, Pacer pacer, List<Message> messages, boolean fails) throws Exception {
    var namespace = Namespace.replay("determinism-" + RUNS.getAndIncrement());
    var options =
        new JobOptions(
            broker.access(),
            namespace,
            parallelism,
            Duration.ofMillis(200),
            JobOptions.FOR_THROUGHPUT);
    var settings = new LedgerSettings(Duration.ofMinutes(10).toNanos(), ProfileChoice.AUTO);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(namespace);
      try (RunningJob job =
              JobSubmitter.to(flink)
                  .submit(
                      "determinism",
                      LedgerJob::configure,
                      env -> LedgerJob.build(env, options, settings));
          var readBack =
              new JobResults(broker.access(), namespace, FLEET.devices(), false, new Watch(job))) {
        int half = messages.size() / 2;
        send(namespace, pacer, messages.subList(0, half));
        if (fails) {
          awaitCheckpoint(admin, namespace);
          flink.miniCluster().terminateTaskManager(0).get();
          flink.miniCluster().startTaskManager();
        }
        send(namespace, pacer, messages.subList(half, messages.size()));
        readBack.awaitPower();
        readBack.awaitEnergy();
        assertThat(readBack.rejects()).isEmpty();
        return readBack.outputs(ProfileChoice.AUTO);
      }
    }
  }

  private static void send(Namespace namespace, Pacer pacer, List<Message> messages)
      throws Exception {
    try (var producer = broker.access().producer(ProducerSettings.of("determinism"))) {
      for (Message message : messages) {
        if (message.eventNanos() != Long.MAX_VALUE) {
          pacer.await(message.eventNanos());
        }
        producer.send(
            new ProducerRecord<>(message.fullTopic(namespace), message.device(), message.value()));
      }
    }
  }

  private static void awaitCheckpoint(Admin admin, Namespace namespace) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                admin
                    .listConsumerGroupOffsets(LedgerJob.group(namespace))
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .values()
                    .stream()
                    .anyMatch(offset -> offset.offset() > 0));
  }

  private record Watch(RunningJob job) implements JobResults.Watch {
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
