package io.wattune.replay;

import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.ProducerSettings;
import io.wattune.replay.publish.FactorPacer;
import io.wattune.replay.publish.Pacer;
import io.wattune.replay.publish.PublishException;
import io.wattune.replay.publish.PublishOptions;
import io.wattune.replay.publish.TracePublisher;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.util.OptionalDouble;

/** Sends a replay's readings and activities, and stops when the job that should read them fails. */
record Sending(KafkaAccess kafka, Namespace namespace, ReplayInput input, OptionalDouble speed) {
  private static final long LONGEST_BLOCK_NANOS = 60_000_000_000L;
  private static final String CLIENT = "wattune-replay";

  void send(RunningJob job, Progress progress) throws EngineException, JobFailedException {
    try (var producer = kafka.producer(ProducerSettings.of(CLIENT));
        var reading =
            new JobReading(
                kafka, namespace, input.horizonNanos() / 2, producer, input.longest(), job)) {
      Pacer pacer =
          speed.isPresent()
              ? new FactorPacer(speed.getAsDouble(), Pacer.Clock.SYSTEM)
              : Pacer.MAX_SPEED;
      boolean canComeLate = !input.isWithinHorizon(); // looks at every poll: once, not each block
      new TracePublisher(
              producer,
              namespace,
              blocks(),
              eventNanos -> {
                check(job);
                if (canComeLate) {
                  reading.await(eventNanos);
                }
                pacer.await(eventNanos);
              })
          .publish(input.toPublish(), progress::reached);
    } catch (JobOverException e) {
      throw e.failure;
    } catch (PublishException e) {
      throw EngineException.failed(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted while readings were sent", e);
    }
  }

  /**
   * In real time a block must not wait for long. At full speed it does not wait at all, and the
   * fuller the blocks, the faster; but no poll may wait for so long that it comes late.
   */
  private PublishOptions blocks() {
    if (speed.isPresent()) {
      return PublishOptions.DEFAULT;
    }
    long quarter = Math.max(1, input.horizonNanos() / 4);
    return new PublishOptions(
        PublishOptions.DEFAULT.maxPolls(), Math.min(quarter, LONGEST_BLOCK_NANOS));
  }

  /** Nobody reads what is sent once the job has failed; in real time that could go on for hours. */
  static void check(RunningJob job) {
    try {
      job.check();
    } catch (JobFailedException e) {
      throw new JobOverException(e);
    }
  }

  /** Carries the job's failure through the publisher, which knows nothing of jobs. */
  static final class JobOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final JobFailedException failure;

    JobOverException(JobFailedException failure) {
      super(failure);
      this.failure = failure;
    }
  }
}
