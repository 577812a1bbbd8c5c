package io.wattune.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class RunningJobTest {
  private static LocalFlink flink;

  @BeforeAll
  static void start() {
    flink = LocalFlink.startTemporary(2);
  }

  @AfterAll
  static void stop() {
    flink.close();
  }

  @Test
  void tellsTheRootCauseOfAFailure() throws Exception {
    try (RunningJob job = submit(RunningJobTest::failing)) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThatThrownBy(job::check)
                      .isInstanceOf(JobFailedException.class)
                      .hasMessage("the job failed: java.lang.IllegalStateException: no disk"));
    }
  }

  @Test
  void isCancelledWhenItIsClosed() throws Exception {
    RunningJob job = submit(RunningJobTest::endless);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> flink.miniCluster().getJobStatus(job.id()).get() == JobStatus.RUNNING);
    job.check();
    job.close();
    assertThat(flink.miniCluster().getJobStatus(job.id()).get()).isEqualTo(JobStatus.CANCELED);
  }

  @Test
  void aClusterThatIsNotThereIsNamed() {
    // Port 1 of the loopback interface: nobody listens there without being root.
    JobSubmitter nowhere =
        new JobSubmitter(FlinkAccess.plain(URI.create("http://127.0.0.1:1")), List.of());
    assertThatThrownBy(() -> nowhere.submit("job", configuration -> {}, RunningJobTest::endless))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("Flink at 127.0.0.1:1 did not take the job");
  }

  private static RunningJob submit(Consumer<StreamExecutionEnvironment> job)
      throws JobFailedException {
    return JobSubmitter.to(flink).submit("test", RunningJobTest::withoutRestart, job);
  }

  private static void withoutRestart(Configuration configuration) {
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
  }

  private static void failing(StreamExecutionEnvironment environment) {
    environment
        .fromSequence(1, 10)
        .map(RunningJobTest::fail)
        .returns(Long.class)
        .sinkTo(new DiscardingSink<>());
  }

  private static Long fail(Long number) {
    throw new IllegalStateException("no disk");
  }

  private static void endless(StreamExecutionEnvironment environment) {
    environment.fromSequence(1, Long.MAX_VALUE).sinkTo(new DiscardingSink<>());
  }
}
