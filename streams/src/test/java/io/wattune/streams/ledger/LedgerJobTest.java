package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
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
        graph(options(2, Duration.ofSeconds(1))).stream()
            .map(StreamNode::getTransformationUID)
            .toList();

    assertThat(uids).doesNotContainNull();
    assertThat(uids).contains("readings-and-activities", "ledger");
    assertThat(uids).anyMatch(uid -> uid.contains("energy-sink"));
    assertThat(uids).anyMatch(uid -> uid.contains("others-sink"));
  }

  @Test
  void aJobForLatencyWaitsForSomeMillisecondsOnly() {
    LedgerJobOptions options = options(1, Duration.ofSeconds(1));

    assertThat(bufferTimeouts(options)).containsOnly(100L);
    assertThat(bufferTimeouts(options.forLatency())).containsOnly(5L);
  }

  @Test
  void refusesOptionsThatCannotWork() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(0, Duration.ofSeconds(1)))
        .withMessage("parallelism must be at least 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(1, Duration.ofMillis(1)))
        .withMessageContaining("checkpointInterval must be at least 10 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new LedgerJobOptions(
                    KafkaAccess.of("127.0.0.1:9092"),
                    Namespace.live(),
                    1,
                    LedgerSettings.DEFAULT,
                    Duration.ofSeconds(1),
                    Duration.ofMillis(-1)))
        .withMessageContaining("longestBuffering must not be negative");
  }

  private static List<Long> bufferTimeouts(LedgerJobOptions options) {
    return graph(options).stream().map(StreamNode::getBufferTimeout).toList();
  }

  private static List<StreamNode> graph(LedgerJobOptions options) {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    LedgerJob.build(env, options);
    return List.copyOf(env.getStreamGraph().getStreamNodes());
  }

  private static LedgerJobOptions options(int parallelism, Duration checkpoints) {
    return new LedgerJobOptions(
        KafkaAccess.of("127.0.0.1:9092"),
        Namespace.live(),
        parallelism,
        LedgerSettings.DEFAULT,
        checkpoints);
  }
}
