package io.wattune.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.schemas.topics.TopicCreator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The topic catalogue on a real broker: what the fake of its own tests may hide. */
class TopicsOnABrokerTest {
  private static EmbeddedBroker broker;
  private static Admin admin;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.startTemporary();
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void createsEveryTopicOnceAndDeletesAReplays() throws Exception {
    Namespace replay = Namespace.replay("once");
    var creator = new TopicCreator(admin, 1);

    assertThat(creator.createMissing(replay)).hasSize(Topic.values().length);
    assertThat(creator.createMissing(replay)).isEmpty();
    assertThat(admin.listTopics().names().get()).contains("wattune.replay.once.readings");
    assertThat(creator.delete(replay)).hasSize(Topic.values().length);
    assertThat(creator.delete(replay)).isEmpty();
  }

  @Test
  void aReplayKeepsHistoricRecordsAndALiveNamespaceItsCatalogue() throws Exception {
    var creator = new TopicCreator(admin, 1);
    Namespace replay = Namespace.replay("kept");
    creator.createMissing(replay);
    creator.createMissing(Namespace.live());

    assertThat(setting(replay.topic(Topic.READINGS), "retention.ms")).isEqualTo("-1");
    assertThat(setting("wattune.readings", "retention.ms")).isEqualTo("86400000");
    assertThat(setting("wattune.holds", "cleanup.policy")).isEqualTo("compact");
    assertThat(setting("wattune.readings", "message.timestamp.type")).isEqualTo("CreateTime");
    creator.delete(replay);
  }

  @Test
  void refusesATopicThatWouldLoseDataAndAReplicationThatCannotBe() throws Exception {
    Namespace replay = Namespace.replay("short");
    NewTopic made =
        new NewTopic(replay.topic(Topic.ENERGY), 1, (short) 1)
            .configs(Map.of("retention.ms", "60000"));
    admin.createTopics(List.of(made)).all().get();

    assertThatIllegalStateException()
        .isThrownBy(() -> new TopicCreator(admin, 1).createMissing(replay))
        .withMessageContaining("retention.ms=60000 but needs -1");
    assertThatIllegalStateException()
        .isThrownBy(() -> new TopicCreator(admin, 3).createMissing(Namespace.replay("three")))
        .withMessageContaining("replication factor");
  }

  private static String setting(String topic, String name) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    return config.get(name).value();
  }
}
