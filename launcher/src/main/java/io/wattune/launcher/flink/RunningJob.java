package io.wattune.launcher.flink;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.JobClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job that was submitted. Closing cancels it, when it still runs. */
public final class RunningJob implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningJob.class);
  private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(20);
  private static final int MAX_CAUSES = 50;

  private final JobClient client;
  private final CompletableFuture<JobExecutionResult> end;

  RunningJob(JobClient client) {
    this.client = client;
    this.end = client.getJobExecutionResult();
  }

  /** Id of the job on its cluster. */
  public JobID id() {
    return client.getJobID();
  }

  /** Returns when the job still runs or has ended well; throws its root cause when it failed. */
  public void check() throws JobFailedException {
    if (!end.isDone()) {
      return;
    }
    try {
      end.get();
    } catch (ExecutionException e) {
      Throwable cause = rootCause(e);
      throw new JobFailedException(cause.toString(), cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (end.isDone()) {
      return;
    }
    try {
      client.cancel().get(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      end.handle((result, failure) -> true).get(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("job {} could not be cancelled: {}", client.getJobID(), rootCause(e).toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Throwable rootCause(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; depth < MAX_CAUSES && cause.getCause() != null; depth++) {
      cause = cause.getCause();
    }
    return cause;
  }
}
