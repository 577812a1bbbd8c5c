package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A controller on a real broker: what a test driver cannot show. */
@Tag("long")
class ControllerOnABrokerTest {
  private static final Duration SOON = Duration.ofSeconds(90);
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
  void decidesAndGoesOnAfterARestartWithWhatItKnewAndHigherEpochs() throws Exception {
    Namespace namespace = Namespace.replay("restart");
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    try (var node = new AnsweringNode(broker.bootstrapServers(), namespace, "n", 1)) {
      List<Decision> first = lifeUntilLowered(namespace, node);
      node.clear();
      List<Decision> second = lifeUntilLowered(namespace, node);

      long epoch = first.get(0).epoch();
      assertThat(first.get(0)).isInstanceOf(Decision.Claim.class);
      assertThat(first).extracting(Decision::epoch).containsOnly(epoch);
      assertThat(second.get(0)).isInstanceOf(Decision.Claim.class);
      assertThat(second).extracting(Decision::epoch).allMatch(each -> each > epoch);
      Decision.ForDevice goesOn = AnsweringNode.forDevices(second).get(0);
      assertThat(goesOn.sequence()).isEqualTo(1);
      assertThat(goesOn.byActivityName())
          .as("the first decision of the second life knows what was learned")
          .isNotEmpty();
    }
  }

  private static List<Decision> lifeUntilLowered(Namespace namespace, AnsweringNode node)
      throws Exception {
    try (Controller controller = Controller.start(options(namespace))) {
      assertThat(controller.awaitRunning(SOON)).as(controller.state()).isTrue();
      node.describe();
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                node.step();
                return AnsweringNode.forDevices(node.decisions()).stream()
                    .anyMatch(decision -> !decision.byActivityName().isEmpty());
              });
      assertThat(MetricTable.all(controller.counts().rejected)).isZero();
      long closing = System.nanoTime();
      controller.close();
      assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(8));
    }
    return node.decisions();
  }

  @Test
  void holdsThatAreOlderThanTheControllerAreObeyedFromTheFirstRecordOn() throws Exception {
    Namespace namespace = Namespace.replay("held");
    new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    var hold =
        new Hold("h", HoldScope.NODE, "n", 0, Hold.UNTIL_RELEASED, "op", "maintenance", false);
    try (var node = new AnsweringNode(broker.bootstrapServers(), namespace, "n", 1)) {
      node.send(Topic.HOLDS, "h", new HoldCodec().encode(hold));
      node.flush();
      try (Controller controller = Controller.start(options(namespace))) {
        assertThat(controller.awaitRunning(SOON)).isTrue();
        node.describe();
        await()
            .atMost(SOON)
            .pollInterval(Duration.ofMillis(20))
            .until(
                () -> {
                  node.step();
                  return controller.counts().held.getLongValue() >= 30
                      && !node.decisions().isEmpty();
                });

        assertThat(node.decisions()).allMatch(Decision.Claim.class::isInstance);
        assertThat(MetricTable.all(controller.counts().decisions)).isZero();
      }
    }
  }

  private static ControllerOptions options(Namespace namespace) {
    return ControllerOptions.of(broker.access(), namespace, Tuning.by("fine")).withTasks(2, 1);
  }
}
