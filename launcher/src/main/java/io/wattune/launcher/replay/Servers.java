package io.wattune.launcher.replay;

import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.broker.EmbeddedBroker;
import io.wattune.launcher.flink.JobJars;
import io.wattune.launcher.flink.JobSubmitter;
import io.wattune.launcher.flink.LocalFlink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The broker and the Flink cluster of a run, both ready.
 *
 * @param bootstrapServers Kafka's addresses
 * @param isBrokerOurs whether the broker goes when the run ends
 * @param flink where jobs are submitted
 */
record Servers(String bootstrapServers, boolean isBrokerOurs, JobSubmitter flink) {

  /** Starts what the user does not bring, both at once; it is stopped by the teardown. */
  static Servers start(ReplayOptions options, Teardown teardown) throws CommandFailedException {
    CompletableFuture<String> broker =
        CompletableFuture.supplyAsync(
            () -> {
              String given = options.bootstrapServers();
              return given != null
                  ? given
                  : teardown
                      .add("stop the broker", EmbeddedBroker.startTemporary())
                      .bootstrapServers();
            });
    CompletableFuture<LocalFlink> local =
        options.flink() != null
            ? null
            : CompletableFuture.supplyAsync(() -> LocalFlink.startTemporary(options.parallelism()));
    // Flink is stopped before the broker that its job talks to, so it is added after it.
    String bootstrap = await(broker::join);
    if (local != null) {
      LocalFlink flink = await(local::join);
      teardown.add("stop Flink", flink);
      return new Servers(bootstrap, options.bootstrapServers() == null, JobSubmitter.to(flink));
    }
    HostPort address = options.flink();
    if (address == null) {
      throw new IllegalStateException("there is neither a local nor another Flink cluster");
    }
    return new Servers(
        bootstrap,
        options.bootstrapServers() == null,
        new JobSubmitter(
            address.host(), address.port(), JobJars.of(System.getProperty("java.class.path", ""))));
  }

  private static <T> T await(Supplier<T> server) throws CommandFailedException {
    try {
      return server.get();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw CommandFailedException.failed(
          "could not start: "
              + cause.getMessage()
              + (cause.getCause() == null ? "" : ": " + cause.getCause().getMessage()),
          cause);
    }
  }
}
