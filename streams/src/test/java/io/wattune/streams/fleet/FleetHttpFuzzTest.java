package io.wattune.streams.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.fuzz.HttpFuzz;
import io.wattune.http.tls.AskingFiles;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.fleet.topology.FleetSettings;
import io.wattune.testkit.FleetClient;
import io.wattune.testkit.FleetDay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests to a running fleet view that are nearly right, passed-on ones among them. */
class FleetHttpFuzzTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String TOKEN = "read-0123456789abcdef";

  @Test
  @Tag("long")
  void forAWhile() throws Exception {
    fuzz(HttpFuzz.SHORT, 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(HttpFuzz.LONG, System.nanoTime());
  }

  private static void fuzz(Duration length, long seed) throws Exception {
    Namespace namespace = Namespace.replay("fuzz");
    try (var broker = EmbeddedBroker.startTemporary()) {
      try (Admin admin = broker.access().admin(Map.of())) {
        new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
      }
      try (var day = new FleetDay(broker.access().producer(Map.of()), namespace, 3, 2);
          var view =
              FleetView.start(
                  FleetViewOptions.of(
                      broker.access(),
                      new FleetSettings(namespace, 4, Duration.ofMinutes(10)),
                      new PartServerOptions(
                          "fleet",
                          "",
                          ListenAddress.loopback(0),
                          Access.of("tokens", "read.peers=" + TOKEN)),
                      AskingFiles.NONE))) {
        assertThat(view.awaitRunning(SOON)).as(view.status().state()).isTrue();
        day.describe();
        day.measure();
        day.flush();
        var client = new FleetClient(view.address(), TOKEN);
        await()
            .atMost(SOON)
            .ignoreException(IllegalStateException.class)
            .until(() -> client.sums("/api/fleet/nodes").size() == 3);

        Map<Integer, Integer> answers =
            new HttpFuzz(view.address(), seeds(view.address().getAuthority())).send(length, seed);

        assertThat(answers).as("seed %d", seed).containsKeys(200, 400, 401, 404);
        assertThat(client.sums("/api/fleet/nodes")).as("seed %d", seed).hasSize(3);
      }
    }
  }

  private static List<String> seeds(String host) {
    return Stream.of(
            "/api/fleet/cluster",
            "/api/fleet/racks",
            "/api/fleet/nodes?rack=r1",
            "/api/fleet/nodes/n1",
            "/api/fleet/devices?node=n1")
        .flatMap(
            path ->
                Stream.of("", "X-Wattune-Passed-On: 1\r\n")
                    .map(
                        header ->
                            "GET "
                                + path
                                + " HTTP/1.1\r\nHost: "
                                + host
                                + "\r\nAuthorization: Bearer "
                                + TOKEN
                                + "\r\n"
                                + header
                                + "\r\n"))
        .toList();
  }
}
