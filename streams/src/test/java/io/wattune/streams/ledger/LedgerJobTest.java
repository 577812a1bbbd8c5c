package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class LedgerJobTest {

  /** State is found again by these names: a savepoint of one release is read by the next. */
  @Test
  void everyOperatorThatKeepsStateHasItsStableUid() {
    List<String> uids =
        graph(JobOptions.FOR_THROUGHPUT).stream().map(StreamNode::getTransformationUID).toList();

    assertThat(uids).doesNotContainNull();
    assertThat(uids).contains("readings-and-activities", "ledger");
    assertThat(uids).anyMatch(uid -> uid.contains("energy-sink"));
    assertThat(uids).anyMatch(uid -> uid.contains("others-sink"));
  }

  @Test
  void recordsWaitAsLongAsTheOptionsSay() {
    assertThat(bufferTimeouts(JobOptions.FOR_THROUGHPUT)).containsOnly(100L);
    assertThat(bufferTimeouts(JobOptions.FOR_LATENCY)).containsOnly(5L);
  }

  private static List<Long> bufferTimeouts(Duration buffering) {
    return graph(buffering).stream().map(StreamNode::getBufferTimeout).toList();
  }

  private static List<StreamNode> graph(Duration buffering) {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    var kafka = KafkaAccess.of("127.0.0.1:9092");
    LedgerJob.build(
        env,
        new JobOptions(kafka, Namespace.live(), 2, Duration.ofSeconds(1), buffering),
        LedgerSettings.DEFAULT);
    return List.copyOf(env.getStreamGraph().getStreamNodes());
  }
}
