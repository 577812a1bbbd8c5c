package io.wattune.streams.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.ledger.LedgerJob;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

class SensitivityJobTest {
  private static final SensitivityJobOptions LIVE =
      SensitivityJobOptions.live(
          KafkaAccess.of("127.0.0.1:9092"), Namespace.live(), 2, SensitivitySettings.DEFAULT);

  /** State is found again by these names: a savepoint of one release is read by the next. */
  @Test
  void everyOperatorThatKeepsStateHasItsStableUid() {
    List<String> uids = graph(LIVE).stream().map(StreamNode::getTransformationUID).toList();

    assertThat(uids).doesNotContainNull();
    assertThat(uids).contains("counters", "devices", "sensitivity");
    assertThat(uids).anyMatch(uid -> uid.contains("sensitivities-sink"));
  }

  @Test
  void aLiveJobWaitsForSomeMillisecondsOnly() {
    assertThat(graph(LIVE)).allMatch(node -> node.getBufferTimeout() == 5);
    assertThat(LIVE.start()).isEqualTo(SensitivityJobOptions.Start.LATEST);
  }

  @Test
  void refusesOptionsThatCannotWork() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(0, Duration.ofSeconds(1), Duration.ZERO))
        .withMessage("parallelism must be at least 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(1, Duration.ofMillis(1), Duration.ZERO))
        .withMessageContaining("checkpointInterval must be at least 10 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(1, Duration.ofSeconds(1), Duration.ofMillis(-1)))
        .withMessageContaining("longestBuffering must not be negative");
  }

  private static SensitivityJobOptions options(
      int parallelism, Duration checkpoints, Duration buffering) {
    return new SensitivityJobOptions(
        KafkaAccess.of("127.0.0.1:9092"),
        Namespace.live(),
        parallelism,
        SensitivitySettings.DEFAULT,
        checkpoints,
        buffering,
        SensitivityJobOptions.Start.LATEST);
  }

  private static List<StreamNode> graph(SensitivityJobOptions options) {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    SensitivityJob.build(env, options);
    return List.copyOf(env.getStreamGraph().getStreamNodes());
  }
}
