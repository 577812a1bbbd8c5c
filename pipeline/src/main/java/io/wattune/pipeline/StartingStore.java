package io.wattune.pipeline;

import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A store that starts while others do. Closing waits until it has started, and closes it. */
final class StartingStore implements AutoCloseable {
  private final CompletableFuture<EmbeddedStore> starting;

  private StartingStore(CompletableFuture<EmbeddedStore> starting) {
    this.starting = starting;
  }

  static StartingStore begin(Path folder, int port, Duration keep) {
    return new StartingStore(
        CompletableFuture.supplyAsync(() -> EmbeddedStore.start(folder, port, keep)));
  }

  /** Waits until it runs. */
  EmbeddedStore join() throws EngineException {
    try {
      return starting.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw EngineException.failed(
          "could not start: " + cause.getMessage() + "; --store off leaves the store out", cause);
    }
  }

  @Override
  public void close() {
    if (!starting.isCompletedExceptionally()) {
      starting.thenAccept(EmbeddedStore::close).join();
    }
  }
}
