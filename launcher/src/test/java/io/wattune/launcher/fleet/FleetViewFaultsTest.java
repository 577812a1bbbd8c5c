package io.wattune.launcher.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.tls.AskingFiles;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.fleet.FleetView;
import io.wattune.streams.fleet.FleetViewOptions;
import io.wattune.streams.fleet.topology.FleetSettings;
import io.wattune.testkit.FleetClient;
import io.wattune.testkit.FleetDay;
import io.wattune.testkit.TestJvm;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of an instance that is a process of its own, with work in its hands. */
@Tag("soak")
class FleetViewFaultsTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final Pattern ADDRESS = Pattern.compile("answers at (http://[^/]+)/");

  @TempDir private Path folder;

  @Test
  void afterAKillTheSumsAreThoseOfTheOracle() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        var day = new FleetDay(broker.access().producer(Map.of()), Namespace.live(), 8, 2)) {
      try (Admin admin = broker.access().admin(Map.of())) {
        new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
      }
      Process process = start(broker, "victim");
      try (FleetView view = view(broker)) {
        FleetClient victim = new FleetClient(addressOf("victim"));
        FleetClient survivor = new FleetClient(view.address());
        await().atMost(SOON).until(() -> view.isRunning() && view.status().instances() == 2);
        day.describe();
        int window = 0;
        for (; window < 30; window++) {
          day.account(window);
        }
        day.measure();
        day.flush();
        eventually(() -> victim.allSums().equals(day.sums()));

        for (; window < 60; window++) {
          day.account(window);
          if (window == 45) {
            process.destroyForcibly().waitFor(); // Right among records that it has read.
            missesSomebody(survivor);
            day.move("n3", "r7");
          }
        }
        day.measure();
        day.flush();

        eventually(() -> survivor.allSums().equals(day.sums()));
        assertThat(survivor.json("/api/fleet/nodes").get("complete").asBoolean()).isTrue();
        startsAgain(broker, day);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }

  /** Until the session of the one that is gone ends, its part is missing, and is said to be. */
  private static void missesSomebody(FleetClient survivor) throws Exception {
    HttpResponse<String> answer = survivor.get("/api/fleet/nodes");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"complete\":false", "127.0.0.1:");
  }

  /** A new process reads back all that the broker has; then SIGTERM ends it as it should. */
  private void startsAgain(EmbeddedBroker broker, FleetDay day) throws Exception {
    Process process = start(broker, "again");
    try {
      FleetClient again = new FleetClient(addressOf("again"));
      eventually(() -> again.allSums().equals(day.sums()));
      JsonNode health = again.json("/health");
      assertThat(health.get("status").asText()).isEqualTo("UP");
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static FleetView view(EmbeddedBroker broker) throws Exception {
    FleetView view =
        FleetView.start(
            FleetViewOptions.of(
                broker.access(),
                new FleetSettings(Namespace.live(), 8, Duration.ofMinutes(10)),
                new PartServerOptions("fleet", "", ListenAddress.loopback(0), Access.OPEN),
                AskingFiles.NONE));
    assertThat(view.awaitRunning(SOON)).isTrue();
    return view;
  }

  private Process start(EmbeddedBroker broker, String name) throws Exception {
    return new ProcessBuilder(
            TestJvm.command(
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.wattune.launcher.WattuneCommand",
                "fleet",
                "--bootstrap",
                broker.bootstrapServers(),
                "--listen",
                "127.0.0.1:0",
                "--stale-after",
                "10m",
                "--state-dir",
                folder.resolve(name + ".state").toString()))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".log").toFile())
        .start();
  }

  private URI addressOf(String name) {
    Path log = folder.resolve(name + ".log");
    String text =
        await().atMost(SOON).until(() -> Files.readString(log), ADDRESS.asPredicate()::test);
    Matcher found = ADDRESS.matcher(text);
    assertThat(found.find()).isTrue();
    return URI.create(found.group(1));
  }

  private static void eventually(Callable<Boolean> condition) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(200))
        .ignoreException(IllegalStateException.class)
        .until(condition);
  }
}
