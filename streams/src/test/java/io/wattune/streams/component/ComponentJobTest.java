package io.wattune.streams.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.ledger.LedgerJob;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class ComponentJobTest {
  private static final KafkaAccess KAFKA = KafkaAccess.of("127.0.0.1:9092");

  /** State is found again by these names: a savepoint of one release is read by the next. */
  @Test
  void everyOperatorThatKeepsStateHasItsStableUid() {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    ComponentJob.build(env, ComponentJobOptions.live(KAFKA, Namespace.live(), 2, null, List.of()));
    List<String> uids =
        env.getStreamGraph().getStreamNodes().stream()
            .map(StreamNode::getTransformationUID)
            .toList();

    assertThat(uids).doesNotContainNull();
    assertThat(uids).contains("power-counters", "components");
    assertThat(uids).anyMatch(uid -> uid.contains("component-power-sink"));
  }

  @Test
  void refusesOptionsThatCannotWork() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ComponentJobOptions.live(KAFKA, Namespace.live(), 0, null, List.of()))
        .withMessage("parallelism must be at least 1, was 0");
  }
}
