package io.wattune.pipeline.jobs;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.streams.component.ComponentJob;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.sensitivity.SensitivityJob;
import java.time.Duration;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs of the live pipeline. */
public enum WattuneJob {
  /** True power and the ledger. */
  LEDGER(LedgerJob.NAME) {
    @Override
    public void build(StreamExecutionEnvironment environment, JobsOptions options) {
      LedgerJob.build(
          environment,
          options.job(options.checkpointInterval(), JobOptions.FOR_LATENCY),
          LedgerSettings.DEFAULT
              .knowing(options.profiles())
              .smoothing(options.smoothed())
              .detecting(options.detects()));
    }
  },

  /** Sensitivities of kernels. */
  SENSITIVITY(SensitivityJob.NAME) {
    @Override
    public void build(StreamExecutionEnvironment environment, JobsOptions options) {
      SensitivityJob.build(
          environment,
          options.job(Duration.ofSeconds(5), JobOptions.FOR_LATENCY),
          options.sensitivity(),
          OffsetsInitializer.latest());
    }
  },

  /** Power by component. */
  COMPONENTS(ComponentJob.NAME) {
    @Override
    public void build(StreamExecutionEnvironment environment, JobsOptions options) {
      ComponentJob.build(
          environment,
          options.job(Duration.ofSeconds(10), Duration.ofMillis(50)),
          options.components().model(),
          options.components().plans());
    }
  };

  private final String jobName;

  WattuneJob(String jobName) {
    this.jobName = jobName;
  }

  /** The name by which it is found on a cluster. */
  public String jobName() {
    return jobName;
  }

  /** Puts its operators into an environment. */
  public abstract void build(StreamExecutionEnvironment environment, JobsOptions options);
}
