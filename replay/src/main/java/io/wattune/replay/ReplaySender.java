package io.wattune.replay;

import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.ProducerSettings;
import io.wattune.replay.publish.FactorPacer;
import io.wattune.replay.publish.Pacer;
import io.wattune.replay.publish.PublishOptions;
import io.wattune.replay.publish.TracePublisher;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.util.OptionalDouble;

/** Sends a replay's readings and activities, and stops when the job that should read them fails. */
record ReplaySender(
    KafkaAccess kafka, Namespace namespace, ReplayInput input, OptionalDouble speed) {
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
                job.check(); // in real time nobody might read for hours what is sent
                if (canComeLate) {
                  reading.await(eventNanos);
                }
                pacer.await(eventNanos);
              })
          .publish(input.toPublish(), progress::reached);
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
}
