package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceControls;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a device what holds it below its settings, on a thread of its own and for a moment only: a
 * driver that is late, hangs or fails here says nothing, and what was set stands as it is. One that
 * hangs is not asked again until it has answered. Used by the device's thread.
 */
final class ThrottleQuestion {
  /**
   * A driver that is well answers within a millisecond; an answer about a write waits no longer.
   */
  private static final long PATIENCE_NANOS = 50_000_000L;

  private final DeviceControls controls;
  private final Executor threads;
  private CompletableFuture<Optional<String>> call =
      CompletableFuture.completedFuture(Optional.empty());

  ThrottleQuestion(DeviceControls controls, Executor threads) {
    this.controls = controls;
    this.threads = threads;
  }

  /**
   * What holds the device below its settings now; null where nothing does, or nothing was said.
   *
   * @param limitNanos not longer than this is waited
   */
  @Nullable String ask(long limitNanos) throws InterruptedException {
    if (!call.isDone()) {
      return null;
    }
    var begun = new CompletableFuture<Optional<String>>();
    try {
      threads.execute(() -> answer(begun));
      call = begun;
      return begun.get(Math.min(PATIENCE_NANOS, limitNanos), TimeUnit.NANOSECONDS).orElse(null);
    } catch (RejectedExecutionException | TimeoutException | ExecutionException e) {
      return null;
    }
  }

  private void answer(CompletableFuture<Optional<String>> begun) {
    try {
      begun.complete(Optional.ofNullable(controls.throttledBy()));
    } catch (RuntimeException | Error e) { // Whatever a driver's library throws.
      begun.completeExceptionally(e);
    }
  }
}
