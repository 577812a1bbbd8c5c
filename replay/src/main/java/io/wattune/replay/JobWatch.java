package io.wattune.replay;

import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.replay.results.JobResults;
import io.wattune.report.progress.Progress;
import java.time.Duration;

/** Looks after the job while its output is waited for. */
record JobWatch(RunningJob job, Progress progress) implements JobResults.Watch {
  /** Longer than a job needs to restart after a failure, on a machine that is busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Override
  public void check() throws JobFailedException {
    job.check();
  }

  @Override
  public void samples(long samples) {
    progress.reached(samples);
  }

  @Override
  public Duration patience() {
    return PATIENCE;
  }
}
