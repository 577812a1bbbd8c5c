package io.wattune.pipeline.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.kafka.KafkaAccess;
import io.wattune.pipeline.component.GivenComponents;
import io.wattune.streams.ledger.LedgerJob;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WattuneJobTest {
  /**
   * A control loop waits for true power and sensitivities, and people look at components; energy is
   * committed as often as asked for, the others' results are not held back by commits.
   */
  @ParameterizedTest
  @CsvSource({"LEDGER, 5, 2000", "SENSITIVITY, 5, 5000", "COMPONENTS, 50, 10000"})
  void waitsInBuffersNoLongerThanWhoReadsItMay(WattuneJob job, long bufferMillis, long commits) {
    var configuration = new Configuration();
    LedgerJob.configure(configuration);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    job.build(env, OPTIONS);

    assertThat(env.getStreamGraph(false).getStreamNodes())
        .isNotEmpty()
        .extracting(StreamNode::getBufferTimeout)
        .containsOnly(bufferMillis);
    assertThat(env.getCheckpointConfig().getCheckpointInterval()).isEqualTo(commits);
  }

  private static final JobsOptions OPTIONS =
      new JobsOptions(
          KafkaAccess.of("127.0.0.1:9092"),
          List.of(WattuneJob.values()),
          false,
          DetectedDevices.NONE,
          ProfileChoice.AUTO,
          SensitivitySettings.DEFAULT,
          GivenComponents.NOTHING,
          1,
          Duration.ofSeconds(2),
          null,
          JobsOptions.From.LATEST);
}
