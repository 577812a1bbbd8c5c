package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsResult;
import org.apache.kafka.clients.admin.MockAdminClient;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

/** Against Kafka's own fake; the launcher's tests repeat it on a real broker. */
class TopicCreatorTest {

  private static final Namespace REPLAY = Namespace.replay("r1");

  private final MockAdminClient broker = serving(MockAdminClient.create().numBrokers(1).build());
  private final TopicCreator creator = new TopicCreator(broker, 1);

  @Test
  void whatMustBeInSyncIsSetWhereATopicIsMade() {
    assertThat(
            new TopicCreator(broker, 3, 2, null)
                .newTopic(Namespace.live(), Topic.HOLDS, 1)
                .configs())
        .containsEntry("min.insync.replicas", "2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TopicCreator(broker, 2, 3, null))
        .withMessageContaining("1..2");
  }

  @Test
  void compressionIsTheOperatorsChoiceAndLastsWhereNobodyChooses() throws Exception {
    new TopicCreator(broker, 1, 1, Compression.GZIP).createMissing(Namespace.live());
    assertThat(compression(Topic.ENERGY)).isEqualTo("gzip");
    assertThat(compression(Topic.DECISIONS))
        .as("is read again at starts")
        .isEqualTo("uncompressed");

    creator.createMissing(Namespace.live());
    assertThat(compression(Topic.ENERGY)).isEqualTo("gzip");

    new TopicCreator(broker, 1, 1, Compression.NONE).createMissing(Namespace.live());
    assertThat(compression(Topic.ENERGY)).isEqualTo("uncompressed");
  }

  private String compression(Topic topic) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, Namespace.live().topic(topic));
    return broker
        .describeConfigs(List.of(resource))
        .all()
        .get()
        .get(resource)
        .get("compression.type")
        .value();
  }

  @Test
  void createsEveryTopicOnce() throws Exception {
    Set<String> first = creator.createMissing(Namespace.live());
    Set<String> second = creator.createMissing(Namespace.live());

    assertThat(first)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Topic.values()).map(Namespace.live()::topic).toList());
    assertThat(second).isEmpty();
    assertThat(broker.listTopics().names().get()).hasSize(Topic.values().length);
  }

  @Test
  void createsOnlyWhatIsMissing() {
    NewTopic energy = creator.newTopic(Namespace.live(), Topic.ENERGY, 3);
    broker.createTopics(List.of(energy));

    assertThat(creator.createMissing(Namespace.live()))
        .hasSize(Topic.values().length - 1)
        .doesNotContain("wattune.energy");
  }

  @Test
  void replayTopicsKeepHistoricRecordsForever() {
    for (Topic topic : Topic.values()) {
      assertThat(TopicSettings.of(REPLAY, topic, 1, Compression.LZ4))
          .containsEntry("retention.ms", "-1");
    }
  }

  /** What the ledger reads in step must show one clock, which is no node's. */
  @Test
  void theBrokersClockStandsInWhatTheLedgerReadsAndTheSendersInTheRest() {
    for (Topic topic : Topic.values()) {
      boolean isRead = topic == Topic.READINGS || topic == Topic.ACTIVITY;
      assertThat(TopicSettings.of(Namespace.live(), topic, 1, Compression.LZ4))
          .containsEntry("message.timestamp.type", isRead ? "LogAppendTime" : "CreateTime");
    }
  }

  @Test
  void aTopicOfAnEarlierReleaseShowsTheBrokersClockFromNowOn() throws Exception {
    String readings = Namespace.live().topic(Topic.READINGS);
    broker.createTopics(
        List.of(
            creator
                .newTopic(Namespace.live(), Topic.READINGS, 2)
                .configs(Map.of("retention.ms", "86400000"))));

    creator.createMissing(Namespace.live());

    assertThat(config(readings).get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
  }

  @Test
  void liveTopicsHaveTheirRetentionAndCompactedOnesNone() {
    Namespace live = Namespace.live();

    assertThat(TopicSettings.of(live, Topic.READINGS, 1, Compression.LZ4))
        .containsEntry("retention.ms", "86400000")
        .containsEntry("cleanup.policy", "delete");
    assertThat(TopicSettings.of(live, Topic.PROFILES, 1, Compression.LZ4))
        .containsEntry("retention.ms", "-1")
        .containsEntry("cleanup.policy", "delete");
    for (Topic topic : List.of(Topic.DEVICES, Topic.HOLDS, Topic.SCHEMAS)) {
      assertThat(TopicSettings.of(live, topic, 1, Compression.LZ4))
          .containsEntry("retention.ms", "-1")
          .containsEntry("cleanup.policy", "compact");
    }
  }

  @Test
  void brokerHasWhatTheCatalogueSays() throws Exception {
    creator.createMissing(REPLAY, topic -> topic == Topic.READINGS ? 5 : topic.defaultPartitions());

    assertThat(
            broker
                .describeTopics(List.of(REPLAY.topic(Topic.READINGS)))
                .allTopicNames()
                .get()
                .get(REPLAY.topic(Topic.READINGS))
                .partitions())
        .hasSize(5);
    assertThat(config(REPLAY.topic(Topic.READINGS)).get("retention.ms").value()).isEqualTo("-1");
    assertThat(config(REPLAY.topic(Topic.HOLDS)).get("cleanup.policy").value())
        .isEqualTo("compact");
  }

  @Test
  void refusesATopicThatWouldLoseRecords() {
    NewTopic made =
        new NewTopic(REPLAY.topic(Topic.READINGS), 1, (short) 1)
            .configs(Map.of("retention.ms", "604800000"));
    broker.createTopics(List.of(made));

    assertThatIllegalStateException()
        .isThrownBy(() -> creator.createMissing(REPLAY))
        .withMessageContaining("wattune.replay.r1.readings")
        .withMessageContaining("retention.ms=604800000 but needs -1")
        .withMessageContaining("kafka-configs.sh");
  }

  @Test
  void refusesATopicThatSomebodyElseMadeInTheSameMoment() {
    var slow = serving(new NotListing());
    NewTopic made =
        new NewTopic(REPLAY.topic(Topic.ENERGY), 1, (short) 1)
            .configs(Map.of("retention.ms", "604800000"));
    slow.createTopics(List.of(made));

    assertThatIllegalStateException()
        .isThrownBy(() -> new TopicCreator(slow, 1).createMissing(REPLAY))
        .withMessageContaining("wattune.replay.r1.energy")
        .withMessageContaining("retention.ms=604800000 but needs -1");
  }

  @Test
  void takesATopicThatSomebodyElseMadeRightInTheSameMoment() {
    var slow = serving(new NotListing());
    slow.createTopics(List.of(creator.newTopic(REPLAY, Topic.ENERGY, 1)));

    assertThat(new TopicCreator(slow, 1).createMissing(REPLAY))
        .hasSize(Topic.values().length - 1)
        .doesNotContain("wattune.replay.r1.energy");
    assertThat(new TopicCreator(slow, 1).delete(REPLAY)).hasSize(Topic.values().length);
  }

  @Test
  void leavesTheRetentionOfALiveTopicToTheOperator() {
    NewTopic made =
        new NewTopic("wattune.readings", 1, (short) 1)
            .configs(Map.of("retention.ms", "3600000", "cleanup.policy", "delete"));
    broker.createTopics(List.of(made));

    assertThat(creator.createMissing(Namespace.live())).hasSize(Topic.values().length - 1);
  }

  @Test
  void deletesTheTopicsOfAReplayAndNothingElse() throws Exception {
    creator.createMissing(Namespace.live());
    creator.createMissing(REPLAY);

    assertThat(creator.delete(REPLAY)).hasSize(Topic.values().length);
    assertThat(creator.delete(REPLAY)).isEmpty();
    assertThat(broker.listTopics().names().get())
        .hasSize(Topic.values().length)
        .contains("wattune.readings");
  }

  @Test
  void neverDeletesTheLiveTopics() {
    assertThatIllegalArgumentException().isThrownBy(() -> creator.delete(Namespace.live()));
  }

  @Test
  void saysWhatTheBrokerRefused() {
    var three = new TopicCreator(broker, 3);

    assertThatIllegalStateException()
        .isThrownBy(() -> three.createMissing(Namespace.live()))
        .withMessageContaining("cannot create topic wattune.")
        .withMessageContaining("replication factor");
    assertThatIllegalArgumentException().isThrownBy(() -> new TopicCreator(broker, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> creator.createMissing(Namespace.live(), topic -> 0));
  }

  /** The fake answers for the end of a partition only where it was told one. */
  private static <A extends MockAdminClient> A serving(A broker) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (Namespace namespace : List.of(Namespace.live(), REPLAY)) {
      for (Topic topic : Topic.values()) {
        for (int partition = 0; partition < 16; partition++) {
          ends.put(new TopicPartition(namespace.topic(topic), partition), 0L);
        }
      }
    }
    broker.updateEndOffsets(ends);
    return broker;
  }

  private Config config(String topic) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return broker.describeConfigs(List.of(resource)).all().get().get(resource);
  }

  /** A broker that has not yet heard of the topics that its controller has. */
  private static final class NotListing extends MockAdminClient {
    private static final Node NODE = new Node(0, "localhost", 9092);

    NotListing() {
      super(List.of(NODE), NODE);
    }

    @Override
    public synchronized ListTopicsResult listTopics(ListTopicsOptions options) {
      return MockAdminClient.create().numBrokers(1).build().listTopics(options);
    }
  }
}
