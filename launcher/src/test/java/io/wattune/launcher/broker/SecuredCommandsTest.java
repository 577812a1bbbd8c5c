package io.wattune.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.dashboard.DashboardOptions;
import io.wattune.dashboard.DashboardServer;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.Repository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people use, as the users that {@code wattune acls} has rights for, and no others. */
@Tag("long")
class SecuredCommandsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Namespace LIVE = Namespace.live();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;
  private static SecuredSite site;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    site = SecuredSite.start(folder);
    try (var producer = site.broker().login("wattune-agent-n1").producer(Map.of())) {
      byte[] descriptor = new DeviceDescriptorCodec().encode(descriptor());
      producer.send(new ProducerRecord<>(LIVE.topic(Topic.DEVICES), "n1/gpu", descriptor)).get();
    }
  }

  private static DeviceDescriptor descriptor() {
    var clock =
        new Tunable(
            TunableName.CORE_CLOCK,
            TunableUnit.MEGAHERTZ,
            ValueGrid.evenly(300, 1000, 100),
            OptionalLong.of(1000),
            true);
    return new DeviceDescriptor(
        "n1/gpu",
        "n1",
        null,
        "v",
        "m",
        "d",
        null,
        System.currentTimeMillis() * 1_000_000,
        List.of(),
        List.of(clock));
  }

  @AfterAll
  static void stop() throws Exception {
    site.close();
  }

  @Test
  void aDashboardShowsAllAndLetsNobodyHold() throws Exception {
    try (var dashboard = dashboard("wattune-dashboard")) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                JsonNode health = json(dashboard, "/api/health");
                assertThat(health.path("parts").toString()).contains("\"UP\"");
                assertThat(health.path("topics"))
                    .as("how long each topic is")
                    .hasSize(Topic.values().length);
                assertThat(json(dashboard, "/api/devices/n1/gpu").toString())
                    .contains("core.clock");
              });

      HttpResponse<String> refused = hold(dashboard);

      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
      assertThat(refused.body())
          .contains(
              "does not have the right to use the cluster, or to write any topic", "wattune acls");
    }
  }

  @Test
  void onAnOperatorsDashboardPeopleMayHold() throws Exception {
    try (var dashboard = dashboard("wattune-operator")) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(json(dashboard, "/api/health").path("parts").toString())
                      .contains("\"UP\""));

      HttpResponse<String> held = hold(dashboard);

      assertThat(held.statusCode()).as(held.body()).isEqualTo(201);
      assertThat(site.wattune("wattune-operator", "status")).contains("everything");
      assertThat(site.wattune("wattune-operator", "release", "--all")).contains("released");
    }
  }

  private static DashboardServer dashboard(String user) throws Exception {
    return DashboardServer.start(
        new DashboardOptions(
            site.broker().login(user),
            LIVE,
            null,
            ListenAddress.loopback(0),
            Access.OPEN,
            "test",
            "test",
            Map.of(),
            StateLimits.DEFAULT));
  }

  private JsonNode json(DashboardServer dashboard, String path) throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(dashboard.address() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private HttpResponse<String> hold(DashboardServer dashboard) throws Exception {
    HttpResponse<String> session =
        client.send(
            HttpRequest.newBuilder(URI.create(dashboard.address() + "/api/session")).build(),
            HttpResponse.BodyHandlers.ofString());
    return client.send(
        HttpRequest.newBuilder(URI.create(dashboard.address() + "/api/holds"))
            .header("Content-Type", "application/json")
            .header("Cookie", session.headers().firstValue("Set-Cookie").orElse("").split(";")[0])
            .header("X-Wattune-Csrf", JSON.readTree(session.body()).path("csrf").asText())
            .POST(HttpRequest.BodyPublishers.ofString("{\"scope\":\"everything\"}"))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Topics of its own, which are gone in the end; nobody else's. */
  @Test
  @Tag("nightly")
  void aReplayRunsAsItsUserAndAsNobodyElse() throws Exception {
    Path example = Repository.root().resolve("examples/k20-nbody");
    String[] replay = {
      "replay",
      example.resolve("gpudata.csv").toString(),
      "--activity",
      example.resolve("activity.csv").toString(),
      "--time-zone",
      "UTC",
      "--quiet"
    };

    assertThat(site.wattune("wattune-operator", replay)).contains("does not have the right to use");
    assertThat(site.wattune("wattune-replay", replay)).contains("J").doesNotContain("right");

    try (Admin admin = site.broker().login(SecuredBroker.ADMIN).admin(Map.of())) {
      assertThat(admin.listTopics().names().get()).noneMatch(each -> each.contains("replay"));
    }
    site.broker().writePassword("wattune-replay", "wrong");
    assertThat(site.wattune("wattune-replay", replay))
        .contains("the Kafka broker refuses the login");
    site.broker().writePassword("wattune-replay", "wattune-replay-Passwort");
  }

  /** Nobody answers here; what it asks for needs all that an operator's rights are for. */
  @Test
  void anOrderToADeviceIsSentAndWithdrawn() throws Exception {
    String said =
        site.wattune(
            "wattune-operator",
            "set",
            "--device=n1/gpu",
            "core.clock=600MHz",
            "--for=10m",
            "--wait=2s");

    assertThat(said).contains("the order is withdrawn").doesNotContain("does not have the right");
    assertThat(
            site.wattune(
                "wattune-dashboard", "set", "--device=n1/gpu", "core.clock=600MHz", "--for=10m"))
        .contains("does not have the right to use the cluster, or to write any topic");
  }

  @Test
  void theDoctorSaysWhatANodesUserMayDo() throws Exception {
    assertThat(doctor("wattune-agent-n1", false))
        .contains("with the topics")
        .contains("its user may write and read there what the node's parts do")
        .contains("the certificate of the broker at 127.0.0.1:");
    assertThat(doctor("wattune-agent-n1", true))
        .contains("its user has the rights of an agent, not those of a writer (")
        .contains("Read on wattune.decisions");
    assertThat(doctor("wattune-writer-n1", true))
        .contains("its user has the rights of a writer, not those of an agent (")
        .contains("Write on wattune.readings");
    assertThat(doctor("stranger", false))
        .contains("broken    its user does not have rights of an agent (")
        .contains("wattune acls");
    site.broker().writePassword("stranger", "wrong");
    assertThat(doctor("stranger", false)).contains("broken    the Kafka broker refuses the login");
    site.broker().writePassword("stranger", "stranger-Passwort");
    assertThat(site.wattune("wattune-fleet", "doctor"))
        .contains("Connections\n", "Kafka answers at ", "1 brokers", "(CN=admin) expires at ");
  }

  private static String doctor(String user, boolean isTuned) throws Exception {
    var access = site.broker().login(user);
    Path file =
        Files.writeString(
            folder.resolve(user + ".json"),
            JSON.writeValueAsString(
                Map.of(
                    "node",
                    "n1",
                    "stateFolder",
                    "state",
                    "bootstrapServers",
                    access.bootstrapServers(),
                    "kafka",
                    access.security(),
                    "devices",
                    List.of(
                        Map.of(
                            "uuid", "gpu", "kind", "files", "settings", Map.of("folder", "gpu"))),
                    "tuning",
                    Map.of("isOn", isTuned, "requiresSignature", false, "controls", List.of()))));
    return SecuredSite.said(List.of("doctor", file.toString()));
  }
}
