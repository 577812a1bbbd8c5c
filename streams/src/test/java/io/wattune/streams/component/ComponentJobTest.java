package io.wattune.streams.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class ComponentJobTest {
  /** State is found again by these names: a savepoint of one release is read by the next. */
  @Test
  void everyOperatorThatKeepsStateHasItsStableUid() {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    var kafka = KafkaAccess.of("127.0.0.1:9092");
    ComponentJob.build(
        env,
        new JobOptions(
            kafka, Namespace.live(), 2, Duration.ofSeconds(1), JobOptions.FOR_THROUGHPUT),
        null,
        List.of());
    List<String> uids =
        env.getStreamGraph().getStreamNodes().stream()
            .map(StreamNode::getTransformationUID)
            .toList();

    assertThat(uids).doesNotContainNull();
    assertThat(uids).contains("power-counters", "components");
    assertThat(uids).anyMatch(uid -> uid.contains("component-power-sink"));
  }
}
