package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.flink.FlinkTls;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.broker.SecuredBroker;
import io.wattune.launcher.flink.SeparateFlink;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testkit.Certificates;
import io.wattune.testkit.Fleet.Message;
import io.wattune.testkit.Repository;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka's and Flink's own programs as processes, as a site has them: TLS and certificates
 * everywhere, logins, rights, no topic makes itself. Wattune's commands are processes, too, and
 * those of the section "A secured cluster" of docs/running-a-cluster.md.
 */
@Tag("soak")
class SecuredClusterTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String SECTION = "## A secured cluster";

  @TempDir Path folder;

  @Test
  void energyAddsUpThroughAKilledTaskManagerABrokersRestartAndAnUpgrade() throws Exception {
    ModuleJars.assumeMade();
    var certificates = new Certificates(folder.resolve("certificates"));
    Path flinkClient = flinkClient(certificates);
    List<Message> messages = LedgerTrial.messages();
    int quarter = messages.size() / 4;
    try (SecuredBroker broker =
            SecuredBroker.startProcess(
                Files.createDirectories(folder.resolve("kafka")),
                certificates,
                certificates.key("admin"),
                List.of("wattune-jobs", "wattune-agent-n1"));
        Admin admin = broker.login(SecuredBroker.ADMIN).admin(Map.of());
        SeparateFlink flink =
            SeparateFlink.start(
                Files.createDirectories(folder.resolve("flink")),
                6,
                flinkSecurity(certificates),
                FlinkTls.read(flinkClient))) {
      var site =
          Map.of(
              "kafka1:9093", broker.login("wattune-jobs").bootstrapServers(),
              "flink1:8081", flink.address(),
              "admin.properties", broker.clientFile(SecuredBroker.ADMIN).toString(),
              "jobs.properties", broker.clientFile("wattune-jobs").toString(),
              "flink-client.yaml", flinkClient.toString(),
              "file:///shared/checkpoints", folder.resolve("checkpoints").toUri().toString());
      assertThat(run(command("acls"), site)).contains("rules are in force");
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
      var trial =
          new LedgerTrial(
              broker.login(SecuredBroker.ADMIN), broker.login("wattune-agent-n1"), admin);
      List<DeviceOutput> expected = trial.inOneGo(messages);

      assertThat(run(command("jobs", "--detach"), site))
          .contains("wattune-ledger was submitted", "wattune-sensitivity was submitted");
      trial.send(Namespace.live(), messages.subList(0, quarter));
      trial.awaitCommitted(quarter / 3);

      flink.replaceTaskManager();
      trial.send(Namespace.live(), messages.subList(quarter, 2 * quarter));
      trial.awaitCommitted(quarter + quarter / 3);

      broker.restart();
      trial.send(Namespace.live(), messages.subList(2 * quarter, 3 * quarter));
      trial.awaitCommitted(2 * quarter + quarter / 3);

      awaitRunning(flink);
      assertThat(run(command("jobs", "--stop"), site))
          .containsPattern("wattune-ledger was stopped; its state is file:.*/savepoints/")
          .containsPattern("wattune-sensitivity was stopped; its state is file:.*/savepoints/");
      assertThat(run(command("jobs", "--detach"), site))
          .containsPattern("wattune-ledger was submitted .*goes on from file:.*/savepoint-");
      trial.send(Namespace.live(), messages.subList(3 * quarter, messages.size()));

      LedgerTrial.assertSame(trial.readBack(Namespace.live()), expected);
    }
  }

  private static void awaitRunning(SeparateFlink flink) {
    await("jobs that run again")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .until(() -> flink.jobStates().stream().allMatch("RUNNING"::equals));
  }

  /** The only command of the page's section with these words. */
  private static String command(String... words) throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/running-a-cluster.md"));
    String section = page.substring(page.indexOf(SECTION) + SECTION.length());
    List<String> found =
        section
            .substring(0, section.indexOf("\n## "))
            .replace("\\\n", " ")
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("wattune " + words[0] + " "))
            .filter(line -> List.of(words).stream().allMatch(line::contains))
            .toList();
    assertThat(found).as(String.join(" ", words)).hasSize(1);
    return found.get(0);
  }

  /** What a command of Wattune says, which has to end well. */
  private String run(String command, Map<String, String> site) throws Exception {
    List<String> line = TestJvm.command();
    line.add("@" + Repository.root().resolve("deploy/docker/java.args"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add("io.wattune.launcher.WattuneCommand");
    for (String word : command.substring("wattune ".length()).strip().split("\\s+")) {
      line.add(site.getOrDefault(word, word));
    }
    Path log = Files.createTempFile(folder, "command", ".log");
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean hasEnded = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(log);
    assertThat(hasEnded && process.exitValue() == 0).as(command + ":\n" + said).isTrue();
    return said;
  }

  private Path flinkClient(Certificates certificates) throws Exception {
    String text =
        stores("security.ssl.rest", certificates, certificates.rsaKey("wattune-jobs-at-flink"))
            .replace(certificates.password(), "${secret:" + certificates.passwordFile() + "}");
    return Files.writeString(folder.resolve("flink-client.yaml"), text);
  }

  private static String flinkSecurity(Certificates certificates) throws Exception {
    Path key = certificates.rsaKey("flink");
    return "security.ssl.internal.enabled: true\n"
        + "security.ssl.rest.enabled: true\n"
        + "security.ssl.rest.authentication-enabled: true\n"
        + stores("security.ssl.internal", certificates, key)
        + stores("security.ssl.rest", certificates, key);
  }

  private static String stores(String prefix, Certificates certificates, Path key) {
    return ("""
        PREFIX.keystore: KEY
        PREFIX.keystore-password: PASSWORD
        PREFIX.key-password: PASSWORD
        PREFIX.truststore: TRUST
        PREFIX.truststore-password: PASSWORD
        """)
        .replace("PREFIX", prefix)
        .replace("KEY", key.toString())
        .replace("PASSWORD", certificates.password())
        .replace("TRUST", certificates.trust().toString());
  }
}
