package io.wattune.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.http.Access;
import io.wattune.http.Role;
import io.wattune.kafka.TopicReader;
import io.wattune.launcher.flink.SeparateFlink;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.store.address.StoreAddress;
import io.wattune.testbed.register.ControlRegisters;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The parts of docker-compose.yml, each as a process of its own with exactly that command and that
 * environment, against a broker, a Flink cluster and a store that need no Docker. What stands for
 * what is in {@link Substitutes}.
 */
@Tag("soak")
class ComposeRunTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int SLOTS = 4;
  private static final int GPUS = 4;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path folder;

  private final ComposeFile file = ComposeFile.read();
  private final Map<String, RunningPart> running = new LinkedHashMap<>();
  private final Deque<RunningPart> stopOrder = new ArrayDeque<>();

  @Test
  void everyPartIsHealthyAndDataFlowFromTheSensorToThePage() throws Exception {
    assumeThat(System.getProperty("java.class.path"))
        .as("jars of all modules, which 'verify' makes and 'test' does not")
        .containsPattern("wattune-streams-[^:;]*\\.jar");
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        EmbeddedStore store = EmbeddedStore.startTemporary();
        SeparateFlink flink =
            SeparateFlink.start(Files.createDirectories(folder.resolve("flink")), SLOTS)) {
      var substitutes =
          new Substitutes(
              file,
              folder,
              Map.of(
                  "kafka:9092", broker.bootstrapServers(),
                  "jobmanager:8081", flink.address(),
                  "http://influxdb:8086", store.address().url().toString()));
      Files.writeString(substitutes.secret("influxdb-token"), store.address().token());
      boolean isDone = false;
      try {
        start(substitutes);
        allAreUp(substitutes);
        ledgerEntriesAppear(broker);
        pointsAppear(store.address());
        thePageShowsTheDevices(substitutes);
        isDone = true;
      } finally {
        List<String> late = stop();
        if (isDone) {
          assertThat(late).as("parts that had to be killed").isEmpty();
        } else {
          for (RunningPart part : running.values()) {
            System.err.println("== " + part.name() + "\n" + part.said());
          }
        }
      }
      assertThat(running.values())
          .as("exit codes: 0, or 143 for SIGTERM")
          .allSatisfy(part -> assertThat(part.exitCode()).as(part.name()).isIn(0, 143));
      settingsAreBack(substitutes);
    }
  }

  /**
   * In the order of depends_on, and as many at once as there are processors: Docker would start all
   * that it may.
   */
  private void start(Substitutes substitutes) throws Exception {
    int most = Runtime.getRuntime().availableProcessors();
    List<ComposeService> left = new ArrayList<>(file.usualParts());
    Map<String, RunningPart> starting = new LinkedHashMap<>();
    while (!left.isEmpty() || !starting.isEmpty()) {
      for (ComposeService next : startable(left, starting.keySet())) {
        if (starting.size() < most) {
          left.remove(next);
          RunningPart part = RunningPart.start(next, substitutes, folder);
          starting.put(next.name(), part);
          running.put(next.name(), part);
          stopOrder.push(part);
        }
      }
      awaitHealthOfAny(starting);
    }
  }

  /** Parts that wait for nobody who has not been found healthy. */
  private static List<ComposeService> startable(List<ComposeService> left, Set<String> starting) {
    Set<String> awaited = new HashSet<>(starting);
    left.forEach(part -> awaited.add(part.name()));
    return left.stream()
        .filter(part -> part.dependsOn().keySet().stream().noneMatch(awaited::contains))
        .toList();
  }

  private static void awaitHealthOfAny(Map<String, RunningPart> starting) {
    assertThat(starting).as("parts that can be started: depends_on must not go round").isNotEmpty();
    await("health of any of " + starting.keySet())
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .until(() -> isAnyHealthy(starting));
  }

  private static boolean isAnyHealthy(Map<String, RunningPart> starting) throws Exception {
    for (RunningPart part : starting.values()) {
      if (part.isHealthy()) {
        return starting.remove(part.name(), part);
      }
    }
    return false;
  }

  /** Health checks let DEGRADED pass, too. */
  private void allAreUp(Substitutes substitutes) {
    for (ComposeService part : file.usualParts()) {
      await("status of " + part.name())
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(
              () -> {
                JsonNode health = health(substitutes, part);
                assertThat(health.path("status").asText()).as(health.toString()).isEqualTo("UP");
                assertThat(health.path("part").asText()).isEqualTo(part.command().get(0));
              });
    }
  }

  /** A node's writer and guardian are shown by its agent. */
  private JsonNode health(Substitutes substitutes, ComposeService part) throws Exception {
    if (ComposePart.hasServer(part)) {
      return get(substitutes.port(part), "/health");
    }
    String command = part.command().get(0);
    ComposeService agent = file.service(part.name().replace("-" + command, "-agent"));
    return get(substitutes.port(agent), "/" + command + "/health");
  }

  private void ledgerEntriesAppear(EmbeddedBroker broker) {
    Set<String> devices = new TreeSet<>();
    Set<Book> books = new TreeSet<>();
    try (TopicReader<LedgerEntry> reader =
        TopicReader.open(
            broker.access(), Namespace.live().topic(Topic.ENERGY), true, new LedgerEntryCodec())) {
      await("entries of the ledger")
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(
              () -> {
                reader.poll(
                    Duration.ofMillis(200),
                    entry -> {
                      devices.add(entry.device());
                      books.add(entry.book());
                    });
                return devices.size() == GPUS && books.contains(Book.KERNEL);
              });
    }
  }

  private static void pointsAppear(StoreAddress store) {
    String question = "select count_distinct(device) from power";
    URI uri =
        URI.create(
            store.url() + "/exec?query=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
    await("points in the store")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .until(
            () ->
                json(HttpRequest.newBuilder(uri).header("Authorization", store.authorization()))
                        .at("/dataset/0/0")
                        .asInt()
                    == GPUS);
  }

  private void thePageShowsTheDevices(Substitutes substitutes) {
    int port = substitutes.port(file.service("dashboard"));
    await("devices on the page")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              JsonNode fleet = get(port, "/api/fleet");
              assertThat(fleet.path("devices")).as(fleet.toString()).hasSize(GPUS);
              assertThat(fleet.path("devices"))
                  .allSatisfy(
                      device -> assertThat(device.path("powerWatts").asDouble()).isPositive());
            });
  }

  private JsonNode get(int port, String path) throws Exception {
    Path tokens = file.secrets().get("dashboard-tokens");
    String token =
        Access.of("dashboard-tokens", Files.readString(tokens)).tokens().stream()
            .filter(each -> each.role() == Role.READ)
            .findFirst()
            .orElseThrow()
            .secret();
    return json(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + token));
  }

  private static JsonNode json(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer =
        HTTP.send(
            request.timeout(Duration.ofSeconds(10)).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new ObjectMapper().readTree(answer.body());
  }

  /** As Docker stops: dependents first, SIGTERM, and no longer than the service is given. */
  private List<String> stop() throws Exception {
    List<String> late = new ArrayList<>();
    for (RunningPart part : stopOrder) {
      if (!part.stop()) {
        late.add(part.name() + ":\n" + part.said());
        part.kill();
      }
    }
    return late;
  }

  private void settingsAreBack(Substitutes substitutes) throws Exception {
    for (String node : List.of("node-1", "node-2")) {
      try (var files = Files.list(substitutes.volume(node))) {
        List<Path> registers =
            files.filter(path -> path.toString().endsWith(".registers")).toList();
        assertThat(registers).hasSize(GPUS / 2);
        for (Path each : registers) {
          ControlRegisters gpu = ControlRegisters.open(each);
          for (int k = 0; k < gpu.tunables().size(); k++) {
            assertThat(gpu.value(k))
                .as(gpu.device() + " " + gpu.tunables().get(k).name())
                .isEqualTo(gpu.tunables().get(k).ownValue().orElseThrow());
          }
        }
      }
    }
  }
}
