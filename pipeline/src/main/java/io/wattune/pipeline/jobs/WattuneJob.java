package io.wattune.pipeline.jobs;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.component.ComponentJob;
import io.wattune.streams.component.ComponentJobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.ledger.LedgerJobOptions;
import io.wattune.streams.sensitivity.SensitivityJob;
import io.wattune.streams.sensitivity.SensitivityJobOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs of the live pipeline. */
public enum WattuneJob {
  /** True power and the ledger. */
  LEDGER(LedgerJob.NAME) {
    @Override
    public void build(StreamExecutionEnvironment environment, JobsOptions options) {
      LedgerJob.build(
          environment,
          new LedgerJobOptions(
                  options.kafka(),
                  Namespace.live(),
                  options.parallelism(),
                  LedgerSettings.DEFAULT
                      .knowing(options.profiles())
                      .smoothing(options.smoothed())
                      .detecting(options.detects()),
                  options.checkpointInterval())
              .forLatency());
    }
  },

  /** Sensitivities of kernels. */
  SENSITIVITY(SensitivityJob.NAME) {
    @Override
    public void build(StreamExecutionEnvironment environment, JobsOptions options) {
      SensitivityJob.build(
          environment,
          SensitivityJobOptions.live(
              options.kafka(), Namespace.live(), options.parallelism(), options.sensitivity()));
    }
  },

  /** Power by component. */
  COMPONENTS(ComponentJob.NAME) {
    @Override
    public void build(StreamExecutionEnvironment environment, JobsOptions options) {
      ComponentJob.build(
          environment,
          ComponentJobOptions.live(
              options.kafka(),
              Namespace.live(),
              options.parallelism(),
              options.components().model(),
              options.components().plans()));
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
