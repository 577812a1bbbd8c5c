package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.flink.FlinkRest;
import io.wattune.embedded.flink.JobMoment;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.JobsProbe;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.metric.Metric;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testkit.Scrape;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FlinkRestTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  @Tag("long")
  void tellsHowAJobOfTheLocalClusterDoes() throws Exception {
    try (LocalFlink flink = LocalFlink.startTemporary(1)) {
      var rest = new FlinkRest(flink.restAddress(), LedgerJob.SOURCE);
      var probe = new JobsProbe(rest, List.of("watched"), JobsProbe.MOST_BEHIND);
      await("the dispatcher behind the REST endpoint, which answers 503 until it leads")
          .atMost(PATIENCE)
          .ignoreException(IOException.class)
          .until(() -> rest.jobs(List.of("watched")).isEmpty());
      assertThat(status(probe)).isEqualTo(HealthStatus.DOWN);

      try (RunningJob job =
          JobSubmitter.to(flink).submit("watched", c -> {}, FlinkRestTest::endless)) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  job.check();
                  assertThat(rest.jobs(List.of("watched")))
                      .singleElement()
                      .satisfies(
                          health -> {
                            assertThat(health.isRunning()).isTrue();
                            assertThat(health.checkpoints()).isPositive();
                            assertThat(health.newest()).isNotNull();
                          });
                });
        JobMoment health = rest.jobs(List.of("watched")).get(0);
        assertThat(health.restarts()).isZero();
        assertThat(health.newest().ageMillis()).isBetween(0L, PATIENCE.toMillis());
        assertThat(health.newest().durationMillis()).isBetween(0L, PATIENCE.toMillis());
        assertThat(status(probe)).isEqualTo(HealthStatus.UP);
        assertThat(Scrape.of(probe).names())
            .isEqualTo(
                JobsProbe.METRICS.stream()
                    .map(Metric::name)
                    .filter(name -> !name.contains("behind")) // Only the ledger's is known.
                    .collect(Collectors.toSet()));
      }

      await().atMost(PATIENCE).until(() -> rest.jobs(List.of("watched")).get(0).isOver());
      assertThat(status(probe)).isEqualTo(HealthStatus.DOWN);
    }
  }

  @Test
  void whereNoFlinkAnswersTheJobsAreDown() {
    var nowhere = new FlinkRest(URI.create("http://127.0.0.1:1"), LedgerJob.SOURCE);

    assertThatThrownBy(() -> nowhere.jobs(List.of("watched"))).isInstanceOf(EngineException.class);
    assertThat(status(new JobsProbe(nowhere, List.of("watched"), JobsProbe.MOST_BEHIND)))
        .isEqualTo(HealthStatus.DOWN);
  }

  private static HealthStatus status(JobsProbe probe) {
    List<HealthCheck> checks = probe.checks();
    assertThat(checks).hasSize(1);
    return checks.get(0).status();
  }

  private static void endless(
      org.apache.flink.streaming.api.environment.StreamExecutionEnvironment env) {
    env.setParallelism(1);
    env.enableCheckpointing(200);
    env.fromSource(
            new DataGeneratorSource<>(
                n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(10), Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .sinkTo(new org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink<>());
  }
}
