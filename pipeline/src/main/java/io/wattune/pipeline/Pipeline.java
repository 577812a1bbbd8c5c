package io.wattune.pipeline;

import io.wattune.control.Controller;
import io.wattune.control.ControllerOptions;
import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.LocalFlinkOptions;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.pipeline.jobs.JobsOptions;
import io.wattune.pipeline.jobs.WattuneJob;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.SigningKeys;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.ledger.LedgerJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * The central half of a pipeline on one machine: broker, Flink with its three jobs, controller.
 * What is started is stopped by the teardown, newest first.
 */
final class Pipeline {
  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(1);
  private static final Duration CONTROLLER_PATIENCE = Duration.ofSeconds(60);
  private static final int TASKS = 2;

  private final EmbeddedBroker broker;
  private final LocalFlink flink;
  private final List<RunningJob> jobs;
  private final Controller controller;

  private Pipeline(
      EmbeddedBroker broker, LocalFlink flink, List<RunningJob> jobs, Controller controller) {
    this.broker = broker;
    this.flink = flink;
    this.jobs = jobs;
    this.controller = controller;
  }

  /**
   * Starts everything, and returns when the controller owns its nodes.
   *
   * @param key with what decisions are signed
   */
  static Pipeline start(UpOptions options, SigningKey key, Path folder, Teardown teardown)
      throws EngineException, InterruptedException {
    var startingFlink =
        CompletableFuture.supplyAsync(
            () ->
                LocalFlink.start(
                    new LocalFlinkOptions(
                        options.flinkPort(),
                        1,
                        WattuneJob.values().length * TASKS,
                        folder.resolve("flink"))));
    EmbeddedBroker broker =
        teardown.add("stop the broker", started(() -> brokerIn(folder.resolve("kafka"), options)));
    LocalFlink flink = teardown.add("stop Flink", started(startingFlink::join));
    createTopics(broker);
    List<RunningJob> jobs = new ArrayList<>();
    for (WattuneJob job : WattuneJob.values()) {
      jobs.add(
          teardown.add("cancel the job " + job.jobName(), submitted(job, flink, broker, options)));
    }
    Controller controller =
        teardown.add("stop the controller", started(() -> controller(broker, options, key)));
    if (!controller.awaitRunning(CONTROLLER_PATIENCE)) {
      throw EngineException.failed(
          "the controller did not get its nodes within "
              + CONTROLLER_PATIENCE.toSeconds()
              + " s; it is "
              + controller.state());
    }
    return new Pipeline(broker, flink, jobs, controller);
  }

  private static EmbeddedBroker brokerIn(Path folder, UpOptions options) {
    return EmbeddedBroker.start(folder, options.kafkaPort());
  }

  private static Controller controller(EmbeddedBroker broker, UpOptions options, SigningKey key) {
    return Controller.start(
        ControllerOptions.of(broker.access(), Namespace.live(), options.tuning())
            .withTasks(TASKS, 1)
            .signedWith(SigningKeys.of(key)::of));
  }

  private static void createTopics(EmbeddedBroker broker) throws EngineException {
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1)
          .createMissing(Namespace.live(), topic -> Math.min(topic.defaultPartitions(), TASKS));
    } catch (RuntimeException e) {
      throw EngineException.of(e);
    }
  }

  private static RunningJob submitted(
      WattuneJob job, LocalFlink flink, EmbeddedBroker broker, UpOptions options)
      throws EngineException {
    var settings =
        new JobsOptions(
            broker.access(),
            List.of(job),
            true,
            DetectedDevices.NONE,
            ProfileChoice.AUTO,
            options.sensitivity(),
            options.components(),
            TASKS,
            CHECKPOINT_INTERVAL,
            null,
            JobsOptions.From.LATEST);
    try {
      return JobSubmitter.to(flink)
          .submit(
              job.jobName(), LedgerJob::configure, environment -> job.build(environment, settings));
    } catch (JobFailedException e) {
      throw EngineException.of(e);
    }
  }

  /** Something that starts, and says why when it does not. */
  private interface Starting<T> {
    T start();
  }

  private static <T> T started(Starting<T> server) throws EngineException {
    try {
      return server.start();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw EngineException.failed("could not start: " + cause.getMessage(), cause);
    } catch (RuntimeException e) {
      throw EngineException.failed("could not start: " + e.getMessage(), e);
    }
  }

  /** Kafka's address. */
  KafkaAccess kafka() {
    return broker.access();
  }

  /** What others may look at. */
  RunParts running(@Nullable EmbeddedStore store) {
    return new RunParts(kafka(), flink, store);
  }

  /** The controller. */
  Controller controller() {
    return controller;
  }

  /** Cancels the jobs, all at once: what they have not committed by now, they never will. */
  void endJobs() {
    CompletableFuture.allOf(
            jobs.stream()
                .map(job -> CompletableFuture.runAsync(job::close))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /** Stops Flink; after {@link #endJobs}. */
  void endFlink() {
    flink.close();
  }

  /** Throws what has failed, if anything has. */
  void check() throws EngineException {
    try {
      for (RunningJob job : jobs) {
        job.check();
      }
    } catch (JobFailedException e) {
      throw EngineException.of(e);
    }
  }
}
