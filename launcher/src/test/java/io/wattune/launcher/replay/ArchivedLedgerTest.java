package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.command.ExitCode;
import io.wattune.replay.ReplayOptions;
import io.wattune.replay.ReplayRun;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.ReplayResult;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.replay.results.JobResults;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.testkit.Fleet;
import io.wattune.testkit.Fleet.Message;
import io.wattune.testkit.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A live ledger, an archive whose writer was killed in the middle, and a replay of the archive: the
 * same entries, to the bit. A real broker, a real Flink cluster, a writer in a process of its own.
 */
@Tag("long")
class ArchivedLedgerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Comparator<LedgerEntry> ORDER =
      Comparator.comparingLong(LedgerEntry::startNanos)
          .thenComparingLong(LedgerEntry::endNanos)
          .thenComparing(LedgerEntry::entryId);

  private final Fleet fleet = new Fleet();

  @TempDir Path folder;

  @Test
  void theReplayOfAnArchiveGivesTheLedgerThatWasLive() throws Exception {
    Path archive = folder.resolve("archive");
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary()) {
      List<DeviceOutput> live = runLive(broker, archive);
      CommandRun rest =
          CommandRun.of(
              "archive",
              "--bootstrap",
              broker.bootstrapServers(),
              "--to",
              archive.toString(),
              "--listen",
              "off",
              "--until-end");
      assertThat(rest.exitCode()).as(rest.err()).isEqualTo(ExitCode.DONE);
      CommandRun check = CommandRun.of("archive", "check", archive.toString());
      assertThat(check.exitCode()).as(check.out() + check.err()).isEqualTo(ExitCode.DONE);
      assertThat(check.out().lines()).as("no finding, and a summary").hasSize(1);

      ReplayResult replayed =
          new ReplayRun(options(archive, broker), Progress.NONE, System.nanoTime()).run();

      assertThat(replayed.notes()).isEmpty();
      assertThat(replayed.devices()).hasSameSizeAs(live);
      for (DeviceOutput expected : live) {
        DeviceResult actual =
            replayed.devices().stream()
                .filter(device -> device.device().equals(expected.device()))
                .findFirst()
                .orElseThrow();
        assertSame(expected, actual);
      }
    }
  }

  private static void assertSame(DeviceOutput expected, DeviceResult actual) {
    List<LedgerEntry> entries =
        Stream.concat(actual.activities().stream(), actual.windows().stream())
            .sorted(ORDER)
            .toList();
    assertThat(expected.entries()).hasSizeGreaterThan(30);
    assertThat(entries)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("revision")
        .containsExactlyElementsOf(expected.entries().stream().sorted(ORDER).toList());
    assertThat(actual.profile()).isEqualTo(expected.profile());
    assertThat(actual.trace().energyMicrojoules()).isPositive();
    assertThat(actual.counts())
        .usingRecursiveComparison()
        .ignoringFields("energyRecords")
        .isEqualTo(expected.counts());
  }

  /**
   * Sends as agents do, while the ledger job and an archive's writer read; the writer is killed.
   */
  private List<DeviceOutput> runLive(EmbeddedBroker broker, Path archive) throws Exception {
    var options =
        new JobOptions(
            broker.access(),
            Namespace.live(),
            2,
            Duration.ofMillis(200),
            JobOptions.FOR_THROUGHPUT);
    var settings = new LedgerSettings(Duration.ofMinutes(10).toNanos(), ProfileChoice.AUTO);
    try (LocalFlink flink = LocalFlink.startTemporary(2);
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
      try (RunningJob job =
              JobSubmitter.to(flink)
                  .submit(
                      "live",
                      LedgerJob::configure,
                      env -> LedgerJob.build(env, options, settings));
          var readBack =
              new JobResults(
                  broker.access(), Namespace.live(), fleet.devices(), false, new Watch(job))) {
        List<Message> messages = messages();
        int third = messages.size() / 3;
        send(broker, messages.subList(0, third));
        Process writer = startWriter(broker, archive);
        await().atMost(PATIENCE).until(() -> commits(archive) >= 1);
        send(broker, messages.subList(third, 2 * third));
        await().atMost(PATIENCE).until(() -> commits(archive) >= 2);
        writer.destroyForcibly().waitFor();
        send(broker, messages.subList(2 * third, messages.size()));
        readBack.awaitPower();
        readBack.awaitEnergy();
        return readBack.outputs(ProfileChoice.AUTO);
      }
    }
  }

  private Process startWriter(EmbeddedBroker broker, Path archive) throws Exception {
    return TestJvm.process(
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.wattune.launcher.WattuneCommand",
            "archive",
            "--bootstrap",
            broker.bootstrapServers(),
            "--to",
            archive.toString(),
            "--listen",
            "off",
            "--max-age",
            "200ms")
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("writer.log").toFile())
        .start();
  }

  private static long commits(Path archive) throws Exception {
    Path manifest = archive.resolve("_manifest");
    if (!Files.isDirectory(manifest)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(manifest)) {
      return files.filter(file -> file.toString().endsWith(".json")).count();
    }
  }

  private List<Message> messages() {
    List<Message> all = new ArrayList<>();
    for (String device : fleet.devices()) {
      all.addAll(fleet.readings(device, 10));
      all.addAll(fleet.activities(device));
    }
    // The sort is stable: a device's own order stays.
    all.sort(Comparator.comparingLong(Message::eventNanos));
    return all;
  }

  private static void send(EmbeddedBroker broker, List<Message> messages) {
    try (var producer = broker.access().producer(ProducerSettings.of("archived"))) {
      for (Message message : messages) {
        producer.send(
            new ProducerRecord<>(
                message.fullTopic(Namespace.live()), message.device(), message.value()));
      }
    }
  }

  private static ReplayOptions options(Path archive, EmbeddedBroker broker) {
    return new ReplayOptions(
        List.of(archive.toString()),
        null,
        null,
        List.of(),
        false,
        ReplayOptions.PROFILE_AUTO,
        null,
        ZoneOffset.UTC,
        OptionalDouble.empty(),
        null,
        2,
        broker.access(),
        null,
        null,
        true,
        true,
        List.of());
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
