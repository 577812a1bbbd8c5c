package io.wattune.streams.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.fleet.FleetPower;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.tls.AskingFiles;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.FleetPowerCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.fleet.topology.FleetSettings;
import io.wattune.testkit.FleetClient;
import io.wattune.testkit.FleetDay;
import io.wattune.testkit.Promtool;
import io.wattune.testkit.Scrape;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two instances on a real broker: what a test driver cannot show. */
@Tag("soak")
class FleetViewOnABrokerTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Access ACCESS = Access.of("tokens", "read.peers=read-0123456789abcdef");

  private static EmbeddedBroker broker;
  private static Admin admin;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.startTemporary();
    admin = broker.access().admin(Map.of());
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void eachInstanceAnswersForAllAndTheSumsAreThoseOfTheOracle() throws Exception {
    Namespace namespace = namespace("two");
    try (var day = new FleetDay(broker.access().producer(Map.of()), namespace, 6, 3);
        FleetView first = view(namespace, Duration.ofMinutes(10));
        FleetView second = view(namespace, Duration.ofMinutes(10))) {
      bothOwnAPart(first, second);
      day.describe();
      for (int window = 0; window < 12; window++) {
        day.measure();
        day.account(window);
      }
      day.move("n1", "r9");
      day.flush();
      FleetClient a = client(first);
      FleetClient b = client(second);

      eventually(() -> a.allSums().equals(day.sums()));
      eventually(() -> b.allSums().equals(day.sums()));
      assertThat(first.status().counts().nodes.get() + second.status().counts().nodes.get())
          .isEqualTo(6);
      FleetDay.Sum cluster = day.sums().get("cluster/all");
      assertThat(scraped("wattune_fleet_device_power_watts{", first, second))
          .isCloseTo(cluster.milliwatts() / 1e3, within(1e-6));
      assertThat(scraped("wattune_fleet_device_energy_joules_total{", first, second))
          .isCloseTo(cluster.microjoules() / 1e6, within(1e-6));
      Optional<Promtool> promtool = Promtool.find(); // RealPrometheusTest says where it is not.
      if (promtool.isPresent()) {
        String page =
            Scrape.page(new FleetProbe(first::status, first::nodes, Duration.ofMinutes(10)));
        assertThat(promtool.get().complaints(page)).isEmpty();
      }
      assertThat(first.status().counts().nodes.get()).isBetween(1.0, 5.0);
      assertThat(a.json("/api/fleet/nodes").get("complete").asBoolean()).isTrue();
      assertThat(a.sums("/api/fleet/nodes?rack=r9")).containsOnlyKeys("node/n1");
      assertThat(a.sums("/api/fleet/nodes?rack=r1")).containsOnlyKeys("node/n2", "node/n3");
      for (int node = 0; node < 6; node++) {
        String name = "n" + node;
        for (FleetClient client : new FleetClient[] {a, b}) {
          assertThat(client.sums("/api/fleet/nodes/" + name))
              .isEqualTo(Map.of("node/" + name, day.sums().get("node/" + name)));
          assertThat(client.devices("/api/fleet/devices?node=" + name))
              .containsExactly(name + "/0", name + "/1", name + "/2");
          assertThat(client.get("/api/fleet/nodes/none" + node).statusCode()).isEqualTo(404);
        }
      }
      assertThat(b.devices("/api/fleet/devices"))
          .containsExactlyElementsOf(day.devices().stream().sorted().toList());
      eventually(() -> newestOnTopic(namespace).equals(day.sums()));
      assertThat(new FleetClient(first.address()).get("/api/fleet/cluster").statusCode())
          .isEqualTo(401);
      assertThat(MetricTable.all(first.status().counts().rejected)).isZero();
    }
  }

  @Test
  void aCallThatWasPassedOnIsNotPassedOnAgain() throws Exception {
    Namespace namespace = namespace("hops");
    try (var day = new FleetDay(broker.access().producer(Map.of()), namespace, 6, 1);
        FleetView first = view(namespace, Duration.ofMinutes(10));
        FleetView second = view(namespace, Duration.ofMinutes(10))) {
      bothOwnAPart(first, second);
      day.describe();
      day.measure();
      day.flush();
      FleetClient a = client(first);
      FleetClient b = client(second);
      eventually(() -> a.sums("/api/fleet/nodes").size() == 6);

      int owned = 0;
      for (int node = 0; node < 6; node++) {
        for (FleetClient client : new FleetClient[] {a, b}) {
          HttpResponse<String> passedOn =
              client.get("/api/fleet/nodes/n" + node, "X-Wattune-Passed-On", "1");
          assertThat(passedOn.statusCode()).isIn(200, 503);
          owned += passedOn.statusCode() == 200 ? 1 : 0;
          if (passedOn.statusCode() == 503) {
            assertThat(passedOn.headers().firstValue("Retry-After")).isPresent();
          }
        }
      }
      assertThat(owned).as("each node is answered for by one instance").isEqualTo(6);
    }
  }

  @Test
  void anInstanceThatLeavesIsTakenOverAndSilenceIsSeen() throws Exception {
    Namespace namespace = namespace("leaves");
    try (var day = new FleetDay(broker.access().producer(Map.of()), namespace, 4, 2);
        FleetView first = view(namespace, Duration.ofSeconds(20))) {
      FleetView second = view(namespace, Duration.ofSeconds(20));
      bothOwnAPart(first, second);
      day.describe();
      for (int window = 0; window < 6; window++) {
        day.account(window);
      }
      day.measure();
      day.flush();
      FleetClient a = client(first);
      eventually(() -> a.allSums().equals(day.sums()));

      second.close();
      day.measure();
      day.flush();

      eventually(() -> a.allSums().equals(day.sums()));
      assertThat(first.status().counts().nodes.get()).isEqualTo(4);

      eventually(
          () -> {
            JsonNode cluster = a.json("/api/fleet/cluster").get("sums").get(0);
            return cluster.get("staleDevices").asInt() == 8 && cluster.get("powerWatts").isNull();
          });
      JsonNode stale = a.json("/api/fleet/devices?node=n0").get("devices").get(0);
      assertThat(stale.get("state").asText()).isEqualTo("stale");
      assertThat(stale.get("powerWatts").asDouble()).isPositive();
      assertThat(stale.get("ageSeconds").asDouble()).isGreaterThanOrEqualTo(20);
    }
  }

  private static Namespace namespace(String run) throws Exception {
    Namespace namespace = Namespace.replay(run);
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    return namespace;
  }

  private static FleetView view(Namespace namespace, Duration staleAfter) throws Exception {
    FleetView view =
        FleetView.start(
            FleetViewOptions.of(
                broker.access(),
                new FleetSettings(namespace, 4, staleAfter),
                new PartServerOptions("fleet", "", ListenAddress.loopback(0), ACCESS),
                AskingFiles.NONE));
    assertThat(view.awaitRunning(SOON)).as(view.status().state()).isTrue();
    return view;
  }

  /** The sum of a metric over what these instances show. */
  private static double scraped(String beginning, FleetView... views) {
    double sum = 0;
    for (FleetView view : views) {
      for (var sample :
          Scrape.of(new FleetProbe(view::status, view::nodes, Duration.ofMinutes(10)))
              .samples()
              .entrySet()) {
        sum += sample.getKey().startsWith(beginning) ? sample.getValue() : 0;
      }
    }
    return sum;
  }

  private static void bothOwnAPart(FleetView first, FleetView second) {
    await()
        .atMost(SOON)
        .until(
            () ->
                first.isRunning()
                    && second.isRunning()
                    && first.status().instances() == 2
                    && second.status().instances() == 2);
  }

  private static FleetClient client(FleetView view) {
    return new FleetClient(view.address(), "read-0123456789abcdef");
  }

  /** While parts change hands an answer is 503. */
  private static void eventually(Callable<Boolean> condition) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(200))
        .ignoreException(IllegalStateException.class)
        .until(condition);
  }

  private static Map<String, FleetDay.Sum> newestOnTopic(Namespace namespace) {
    Map<String, FleetPower> newest = new HashMap<>();
    try (TopicReader<FleetPower> reader =
        TopicReader.open(
            broker.access(), namespace.topic(Topic.FLEET), false, new FleetPowerCodec())) {
      reader.readToEnd(
          Duration.ofMillis(200),
          power -> newest.merge(power.key(), power, (a, b) -> b.atNanos() >= a.atNanos() ? b : a));
    }
    Map<String, FleetDay.Sum> sums = new HashMap<>();
    newest.forEach(
        (key, power) ->
            sums.put(
                key,
                new FleetDay.Sum(
                    power.powerMilliwatts(),
                    power.energy() == null ? 0 : power.energy().fittingMicrojoules().orElseThrow(),
                    power.freshDevices())));
    return sums;
  }
}
