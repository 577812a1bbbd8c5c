package io.wattune.replay;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.FlinkAccess;
import io.wattune.embedded.flink.JobJars;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.failure.EngineException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The broker and the Flink cluster of a run, both ready.
 *
 * @param kafka how Kafka is reached
 * @param isBrokerOurs whether the broker goes when the run ends
 * @param flink where jobs are submitted
 */
record ReplayCluster(KafkaAccess kafka, boolean isBrokerOurs, JobSubmitter flink) {

  /** Starts what the user does not bring, both at once; it is stopped by the teardown. */
  static ReplayCluster start(ReplayOptions options, Teardown teardown) throws EngineException {
    KafkaAccess given = options.kafka();
    FlinkAccess givenFlink = options.flink();
    // Flink is stopped before the broker that its job talks to, so it is started after it.
    CompletableFuture<KafkaAccess> broker =
        given != null
            ? CompletableFuture.completedFuture(given)
            : starting("the broker", EmbeddedBroker::startTemporary, teardown)
                .thenApply(EmbeddedBroker::access);
    CompletableFuture<JobSubmitter> flink =
        givenFlink != null
            ? CompletableFuture.completedFuture(elsewhere(givenFlink))
            : starting("Flink", () -> LocalFlink.startTemporary(options.parallelism()), teardown)
                .thenApply(JobSubmitter::to);
    return new ReplayCluster(await(broker), given == null, await(flink));
  }

  private static JobSubmitter elsewhere(FlinkAccess access) throws EngineException {
    try {
      return new JobSubmitter(access, JobJars.of(System.getProperty("java.class.path", "")));
    } catch (IllegalStateException e) {
      throw EngineException.failed(String.valueOf(e.getMessage()), e);
    }
  }

  /** Starts a server in the background; a teardown that comes in between waits for it. */
  private static <T extends AutoCloseable> CompletableFuture<T> starting(
      String name, Supplier<T> server, Teardown teardown) {
    CompletableFuture<T> started = CompletableFuture.supplyAsync(server);
    teardown.add("stop " + name, () -> close(started));
    return started;
  }

  private static <T extends AutoCloseable> void close(CompletableFuture<T> started)
      throws Exception {
    T server = started.exceptionally(failure -> null).join();
    if (server != null) {
      server.close();
    }
  }

  private static <T> T await(CompletableFuture<T> server) throws EngineException {
    try {
      return server.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      Throwable root = cause.getCause() == null ? cause : cause.getCause();
      throw EngineException.failed(
          "could not start: "
              + cause.getMessage()
              + (root == cause ? "" : " (" + root.getMessage() + ")"),
          cause);
    }
  }
}
