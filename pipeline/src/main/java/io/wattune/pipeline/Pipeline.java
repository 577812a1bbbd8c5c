package io.wattune.pipeline;

import io.wattune.control.Controller;
import io.wattune.control.ControllerOptions;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.sensitivity.SensitivitySettings;
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
import io.wattune.pipeline.component.GivenComponents;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.SigningKeys;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.component.ComponentJob;
import io.wattune.streams.component.ComponentJobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.ledger.LedgerJobOptions;
import io.wattune.streams.sensitivity.SensitivityJob;
import io.wattune.streams.sensitivity.SensitivityJobOptions;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final int JOBS = 3;

  private final EmbeddedBroker broker;
  private final LocalFlink flink;
  private final RunningJob ledger;
  private final RunningJob sensitivity;
  private final RunningJob components;
  private final Controller controller;

  private Pipeline(
      EmbeddedBroker broker,
      LocalFlink flink,
      RunningJob ledger,
      RunningJob sensitivity,
      RunningJob components,
      Controller controller) {
    this.broker = broker;
    this.flink = flink;
    this.ledger = ledger;
    this.sensitivity = sensitivity;
    this.components = components;
    this.controller = controller;
  }

  /**
   * Starts everything, and returns when the controller owns its nodes.
   *
   * @param key with what decisions are signed
   */
  static Pipeline start(UpOptions options, SigningKey key, Path folder, Teardown teardown)
      throws PipelineException, InterruptedException {
    var startingFlink =
        CompletableFuture.supplyAsync(
            () ->
                LocalFlink.start(
                    new LocalFlinkOptions(
                        options.flinkPort(), 1, JOBS * TASKS, folder.resolve("flink"))));
    EmbeddedBroker broker =
        teardown.add("stop the broker", started(() -> brokerIn(folder.resolve("kafka"), options)));
    LocalFlink flink = teardown.add("stop Flink", started(startingFlink::join));
    createTopics(broker);
    JobSubmitter submitter = JobSubmitter.to(flink);
    RunningJob ledger = teardown.add("cancel the ledger job", ledgerJob(submitter, broker));
    RunningJob sensitivity =
        teardown.add(
            "cancel the sensitivity job", sensitivityJob(submitter, broker, options.sensitivity()));
    RunningJob components =
        teardown.add(
            "cancel the components job", componentsJob(submitter, broker, options.components()));
    Controller controller =
        teardown.add("stop the controller", started(() -> controller(broker, options, key)));
    if (!controller.awaitRunning(CONTROLLER_PATIENCE)) {
      throw PipelineException.failed(
          "the controller did not get its nodes within "
              + CONTROLLER_PATIENCE.toSeconds()
              + " s; it is "
              + controller.state());
    }
    return new Pipeline(broker, flink, ledger, sensitivity, components, controller);
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

  private static void createTopics(EmbeddedBroker broker) throws PipelineException {
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1)
          .createMissing(Namespace.live(), topic -> Math.min(topic.defaultPartitions(), TASKS));
    } catch (RuntimeException e) {
      throw PipelineException.of(e);
    }
  }

  private static RunningJob ledgerJob(JobSubmitter submitter, EmbeddedBroker broker)
      throws PipelineException {
    var options =
        new LedgerJobOptions(
                broker.access(),
                Namespace.live(),
                TASKS,
                LedgerSettings.DEFAULT.smoothing(true),
                CHECKPOINT_INTERVAL)
            .forLatency();
    try {
      return submitter.submit(
          LedgerJob.NAME,
          LedgerJob::configure,
          environment -> LedgerJob.build(environment, options));
    } catch (JobFailedException e) {
      throw PipelineException.of(e);
    }
  }

  private static RunningJob sensitivityJob(
      JobSubmitter submitter, EmbeddedBroker broker, SensitivitySettings settings)
      throws PipelineException {
    var options = SensitivityJobOptions.live(broker.access(), Namespace.live(), TASKS, settings);
    try {
      return submitter.submit(
          SensitivityJob.NAME,
          LedgerJob::configure,
          environment -> SensitivityJob.build(environment, options));
    } catch (JobFailedException e) {
      throw PipelineException.of(e);
    }
  }

  private static RunningJob componentsJob(
      JobSubmitter submitter, EmbeddedBroker broker, GivenComponents given)
      throws PipelineException {
    var options =
        ComponentJobOptions.live(
            broker.access(), Namespace.live(), TASKS, given.model(), given.plans());
    try {
      return submitter.submit(
          ComponentJob.NAME,
          LedgerJob::configure,
          environment -> ComponentJob.build(environment, options));
    } catch (JobFailedException e) {
      throw PipelineException.of(e);
    }
  }

  /** Something that starts, and says why when it does not. */
  private interface Starting<T> {
    T start();
  }

  private static <T> T started(Starting<T> server) throws PipelineException {
    try {
      return server.start();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw PipelineException.failed("could not start: " + cause.getMessage(), cause);
    } catch (RuntimeException e) {
      throw PipelineException.failed("could not start: " + e.getMessage(), e);
    }
  }

  /** Kafka's address. */
  KafkaAccess kafka() {
    return broker.access();
  }

  /** What others may look at. */
  Running running(@Nullable EmbeddedStore store) {
    return new Running(kafka(), flink, store);
  }

  /** The controller. */
  Controller controller() {
    return controller;
  }

  /** Cancels the jobs, all at once: what they have not committed by now, they never will. */
  void endJobs() {
    CompletableFuture.allOf(
            CompletableFuture.runAsync(sensitivity::close),
            CompletableFuture.runAsync(components::close),
            CompletableFuture.runAsync(ledger::close))
        .join();
  }

  /** Stops Flink; after {@link #endJobs}. */
  void endFlink() {
    flink.close();
  }

  /** Throws what has failed, if anything has. */
  void check() throws PipelineException {
    try {
      ledger.check();
      sensitivity.check();
      components.check();
    } catch (JobFailedException e) {
      throw PipelineException.of(e);
    }
  }
}
