package io.wattune.embedded.flink;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job that was submitted. Closing cancels it, when it still runs. */
public final class RunningJob implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningJob.class);
  private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MAX_CAUSES = 50;

  private final JobClient client;
  private final CompletableFuture<JobExecutionResult> end;
  private boolean isClosed;

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
      throw new JobFailedException("the job failed: " + cause, cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Cancels it, when it still runs; later calls do nothing. */
  @Override
  public synchronized void close() {
    if (isClosed || end.isDone()) {
      return;
    }
    isClosed = true;
    try {
      client.cancel().get(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      awaitEnd();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("job {} could not be cancelled: {}", client.getJobID(), rootCause(e).toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks often: the client's own future of the end looks only every two seconds by then. */
  private void awaitEnd() throws ExecutionException, InterruptedException, TimeoutException {
    long dueNanos = System.nanoTime() + CANCEL_TIMEOUT.toNanos();
    while (!status(dueNanos).isGloballyTerminalState()) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while the job ended");
      }
    }
  }

  private JobStatus status(long dueNanos)
      throws ExecutionException, InterruptedException, TimeoutException {
    long leftNanos = dueNanos - System.nanoTime();
    return client.getJobStatus().get(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
  }

  static Throwable rootCause(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; depth < MAX_CAUSES && cause.getCause() != null; depth++) {
      cause = cause.getCause();
    }
    return cause;
  }
}
