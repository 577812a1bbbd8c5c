package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.flink.SeparateFlink;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.schemas.profile.ProfileFile;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testkit.FixedPort;
import io.wattune.testkit.Fleet.Message;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
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
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path folder;

  private record Run(int exitCode, String out, String err) {}

  @Test
  void theLedgerGoesOnExactlyOnceAfterItsClusterWasKilledAndAfterAStop() throws Exception {
    ModuleJars.assumeMade();
    List<Message> messages = LedgerTrial.messages();
    int third = messages.size() / 3;
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      var trial = new LedgerTrial(broker.access(), broker.access(), admin);
      List<DeviceOutput> expected = trial.inOneGo(messages);

      try (SeparateFlink flink = SeparateFlink.start(folder.resolve("first"), 6)) {
        assertThat(jobs(flink, broker, "--detach").out())
            .contains("wattune-ledger was submitted", "wattune-sensitivity was submitted")
            .contains("without earlier state")
            .doesNotContain("free slots");
        assertThat(jobs(flink, broker, "--detach").out())
            .contains("wattune-ledger is there already", "wattune-sensitivity is there already")
            .doesNotContain("was submitted");
        assertThat(flink.jobStates()).hasSize(3);
        trial.send(Namespace.live(), messages.subList(0, third));
        trial.awaitCommitted(third / 3);
        flink.kill();
      }
      try (SeparateFlink flink = SeparateFlink.start(folder.resolve("second"), 6)) {
        assertThat(jobs(flink, broker, "--detach", "--jobs=ledger").out())
            .containsPattern("goes on from file:.*/wattune-ledger/[0-9a-f]{32}/chk-\\d+");
        trial.send(Namespace.live(), messages.subList(third, 2 * third));
        trial.awaitCommitted(third + third / 3);
        assertThat(jobs(flink, broker, "--stop").out())
            .containsPattern("wattune-ledger was stopped; its state is file:.*/savepoints/")
            .contains("wattune-sensitivity does not run");
        int port = FixedPort.find();
        CompletableFuture<Run> watching =
            CompletableFuture.supplyAsync(
                () -> execute(flink, broker, "--jobs=ledger", "--listen=127.0.0.1:" + port));
        trial.send(Namespace.live(), messages.subList(2 * third, messages.size()));

        LedgerTrial.assertSame(trial.readBack(Namespace.live()), expected);

        assertThat(get(port, "/health")).contains("\"UP\"", "wattune-ledger");
        await() // Flink gathers its figures every ten seconds.
            .atMost(PATIENCE)
            .until(
                () ->
                    get(port, "/metrics")
                        .contains("wattune_jobs_behind_seconds{job=\"wattune-ledger\"} 0"));
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

  /** A fleet's boards have a gain of 1.1, and one has been measured to have 1.2. */
  @Test
  void theLedgerTakesProfilesFromAFile() throws Exception {
    ModuleJars.assumeMade();
    List<Message> messages = LedgerTrial.messages();
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      var trial = new LedgerTrial(broker.access(), broker.access(), admin);
      List<DeviceOutput> learned = trial.inOneGo(messages);
      String measured = learned.get(0).device();
      Path file = folder.resolve("profiles.json");
      Files.writeString(file, ProfileFile.text(List.of(scaled(1.2, measured), scaled(1.1, "*"))));

      try (SeparateFlink flink = SeparateFlink.start(folder.resolve("cluster"), 2)) {
        jobs(flink, broker, "--detach", "--jobs=ledger", "--profile", file.toString());
        trial.send(Namespace.live(), messages);
        List<DeviceOutput> given = trial.readBack(Namespace.live());

        for (DeviceOutput device : given) {
          double gain = device.device().equals(measured) ? 1.2 : 1.1;
          assertThat(device.profile().gain()).as(device.device()).isEqualTo(gain);
          assertThat(device.profile().source()).isEqualTo(ProfileSource.GIVEN);
        }
      }
    }
  }

  private static SensorProfile scaled(double gain, String device) {
    return ProfileChoice.prior(device, "*").scaled("by-meter", gain, 0.01, 0, 1, 0);
  }

  private static String get(int port, String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
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
}
