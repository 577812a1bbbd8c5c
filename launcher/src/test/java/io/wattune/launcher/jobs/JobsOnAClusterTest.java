package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.FixedPort;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.broker.EmbeddedBroker;
import io.wattune.launcher.determinism.Fleet;
import io.wattune.launcher.determinism.Fleet.Message;
import io.wattune.launcher.flink.JobSubmitter;
import io.wattune.launcher.flink.LocalFlink;
import io.wattune.launcher.flink.RunningJob;
import io.wattune.launcher.flink.SeparateFlink;
import io.wattune.launcher.readback.DeviceOutput;
import io.wattune.launcher.readback.ReadBack;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.ledger.LedgerJobOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code wattune jobs} against clusters of processes of their own, which have on their class paths
 * what a Flink distribution brings and nothing of ours.
 */
@Tag("soak")
class JobsOnAClusterTest {
  private static final Fleet FLEET = new Fleet();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path folder;

  private record Run(int exitCode, String out, String err) {}

  @Test
  void theLedgerGoesOnExactlyOnceAfterItsClusterWasKilledAndAfterAStop() throws Exception {
    assumeThat(System.getProperty("java.class.path"))
        .as("jars of all modules, which 'verify' makes and 'test' does not")
        .containsPattern("wattune-streams-[^:;]*\\.jar");
    List<Message> messages = messages();
    int third = messages.size() / 3;
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      List<DeviceOutput> expected = inOneGo(broker, admin, messages);

      try (SeparateFlink flink = SeparateFlink.start(folder.resolve("first"), 4)) {
        assertThat(jobs(flink, broker, "--detach").out())
            .contains("wattune-ledger was submitted", "wattune-sensitivity was submitted")
            .contains("without earlier state")
            .doesNotContain("free slots");
        assertThat(jobs(flink, broker, "--detach").out())
            .contains("wattune-ledger is there already", "wattune-sensitivity is there already")
            .doesNotContain("was submitted");
        assertThat(flink.jobStates()).hasSize(2);
        send(broker, Namespace.live(), messages.subList(0, third));
        awaitCommitted(admin, third / 3);
        flink.kill();
      }
      try (SeparateFlink flink = SeparateFlink.start(folder.resolve("second"), 4)) {
        assertThat(jobs(flink, broker, "--detach", "--jobs=ledger").out())
            .containsPattern("goes on from file:.*/wattune-ledger/[0-9a-f]{32}/chk-\\d+");
        send(broker, Namespace.live(), messages.subList(third, 2 * third));
        awaitCommitted(admin, third + third / 3);
        assertThat(jobs(flink, broker, "--stop").out())
            .containsPattern("wattune-ledger was stopped; its state is file:.*/savepoints/")
            .contains("wattune-sensitivity does not run");
        int port = FixedPort.find();
        CompletableFuture<Run> watching =
            CompletableFuture.supplyAsync(
                () -> execute(flink, broker, "--jobs=ledger", "--listen=127.0.0.1:" + port));
        send(broker, Namespace.live(), messages.subList(2 * third, messages.size()));

        assertSame(readBack(broker, Namespace.live(), () -> {}), expected);

        assertThat(health(port)).contains("\"UP\"", "wattune-ledger");
        assertThat(jobs(flink, broker, "--stop", "--jobs=ledger").out()).contains("was stopped");
        Run watched = watching.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(watched.out())
            .containsPattern("goes on from file:.*/wattune-ledger/savepoints/savepoint-")
            .contains("wattune-ledger is RUNNING");
        assertThat(watched.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(watched.err()).contains("wattune-ledger has ended: FINISHED");
      }
    }
  }

  private static String health(int port) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static List<Message> messages() {
    List<Message> all = new ArrayList<>();
    for (String device : FLEET.devices()) {
      all.addAll(FLEET.readings(device, 50));
      all.addAll(FLEET.activities(device));
    }
    all.sort(Comparator.comparingLong(Message::eventNanos));
    return all;
  }

  /** The same records without any failure, by a cluster of this process. */
  private static List<DeviceOutput> inOneGo(
      EmbeddedBroker broker, Admin admin, List<Message> messages) throws Exception {
    var namespace = Namespace.replay("in-one-go");
    new TopicCreator(admin, 1).createMissing(namespace);
    var options =
        new LedgerJobOptions(
            broker.access(), namespace, 2, LedgerSettings.DEFAULT, Duration.ofMillis(500));
    try (LocalFlink flink = LocalFlink.startTemporary(2);
        RunningJob job =
            JobSubmitter.to(flink)
                .submit("one", LedgerJob::configure, env -> LedgerJob.build(env, options))) {
      send(broker, namespace, messages);
      return readBack(broker, namespace, job::check);
    }
  }

  private Run jobs(SeparateFlink flink, EmbeddedBroker broker, String... more) {
    Run run = execute(flink, broker, more);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private Run execute(SeparateFlink flink, EmbeddedBroker broker, String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "jobs",
                "--flink",
                flink.address(),
                "--bootstrap",
                broker.bootstrapServers(),
                "--checkpoint-interval=200ms",
                "--checkpoint-dir",
                folder.resolve("checkpoints").toUri().toString()));
    arguments.addAll(List.of(more));
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine(Map.of());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments.toArray(String[]::new));
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static void send(EmbeddedBroker broker, Namespace namespace, List<Message> messages) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (Message message : messages) {
        byte[] key = message.device().getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(message.fullTopic(namespace), key, message.value()));
      }
    }
  }

  /** Offsets are committed with a checkpoint: the state then is on disk. */
  private static void awaitCommitted(Admin admin, long records) {
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
  private static List<DeviceOutput> readBack(
      EmbeddedBroker broker, Namespace namespace, Check check) throws Exception {
    try (var readBack =
        new ReadBack(broker.access(), namespace, FLEET.devices(), new PatientWatch(check))) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      assertThat(readBack.rejects()).isEmpty();
      return readBack.outputs(ProfileChoice.AUTO);
    }
  }

  private static void assertSame(List<DeviceOutput> actual, List<DeviceOutput> expected) {
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
    void check() throws io.wattune.launcher.flink.JobFailedException;
  }

  private record PatientWatch(Check job) implements ReadBack.Watch {
    @Override
    public void check() throws io.wattune.launcher.flink.JobFailedException {
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
