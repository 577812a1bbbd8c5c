package io.wattune.streams.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class SensitivityJobTest {
  /** State is found again by these names: a savepoint of one release is read by the next. */
  @Test
  void everyOperatorThatKeepsStateHasItsStableUid() {
    List<String> uids = graph().stream().map(StreamNode::getTransformationUID).toList();

    assertThat(uids).doesNotContainNull();
    assertThat(uids).contains("counters", "devices", "sensitivity");
    assertThat(uids).anyMatch(uid -> uid.contains("sensitivities-sink"));
  }

  private static List<StreamNode> graph() {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    var kafka = KafkaAccess.of("127.0.0.1:9092");
    SensitivityJob.build(
        env,
        new JobOptions(kafka, Namespace.live(), 2, Duration.ofSeconds(1), JobOptions.FOR_LATENCY),
        SensitivitySettings.DEFAULT,
        OffsetsInitializer.latest());
    return List.copyOf(env.getStreamGraph().getStreamNodes());
  }
}
