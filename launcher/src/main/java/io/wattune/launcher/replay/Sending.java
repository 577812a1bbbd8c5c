package io.wattune.launcher.replay;

import io.wattune.collectors.publish.FactorPacer;
import io.wattune.collectors.publish.Pacer;
import io.wattune.collectors.publish.ProducerSettings;
import io.wattune.collectors.publish.PublishException;
import io.wattune.collectors.publish.PublishOptions;
import io.wattune.collectors.publish.TracePublisher;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.flink.JobFailedException;
import io.wattune.launcher.flink.RunningJob;
import io.wattune.launcher.progress.Progress;
import io.wattune.schemas.topics.Namespace;
import java.util.OptionalDouble;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends a replay's readings and activities, and stops when the job that should read them fails. */
final class Sending {
  private static final String CLIENT = "wattune-replay";

  private Sending() {}

  static void send(
      String bootstrapServers,
      Namespace namespace,
      ReplayInput input,
      OptionalDouble speed,
      Progress progress,
      RunningJob job)
      throws CommandFailedException, JobFailedException {
    try (var producer =
        new KafkaProducer<>(
            ProducerSettings.of(bootstrapServers, CLIENT),
            new StringSerializer(),
            new ByteArraySerializer())) {
      Pacer pacer =
          speed.isPresent()
              ? new FactorPacer(speed.getAsDouble(), Pacer.Clock.SYSTEM)
              : Pacer.MAX_SPEED;
      new TracePublisher(producer, namespace, PublishOptions.DEFAULT, checked(pacer, job))
          .publish(input.toPublish(), progress::reached);
    } catch (JobOverException e) {
      throw e.failure;
    } catch (PublishException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailedException.failed("interrupted while readings were sent", e);
    }
  }

  /** Nobody reads what is sent once the job has failed; in real time that could go on for hours. */
  private static Pacer checked(Pacer pacer, RunningJob job) {
    return eventNanos -> {
      try {
        job.check();
      } catch (JobFailedException e) {
        throw new JobOverException(e);
      }
      pacer.await(eventNanos);
    };
  }

  /** Carries the job's failure through the publisher, which knows nothing of jobs. */
  private static final class JobOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final JobFailedException failure;

    JobOverException(JobFailedException failure) {
      super(failure);
      this.failure = failure;
    }
  }
}
