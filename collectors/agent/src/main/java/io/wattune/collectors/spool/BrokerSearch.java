package io.wattune.collectors.spool;

import io.wattune.kafka.KafkaTrouble;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the broker without holding up whoever asks: one attempt at a time, on another thread,
 * with pauses that double between attempts that failed. A random part in each pause keeps the
 * agents of a fleet from coming all at once. Not for several threads.
 */
final class BrokerSearch {
  private final ProducerOpener opener;
  private final Executor executor;
  private final PublisherSettings settings;
  private final DoubleSupplier random;
  private @Nullable CompletableFuture<Producer<String, byte[]>> attempt;
  private long pauseNanos;
  private long nextNanos = Long.MIN_VALUE;
  private String lastFailure = "";
  private boolean isRefused;

  /**
   * Makes a probe whose first attempt is due at once.
   *
   * @param executor runs attempts
   * @param random gives numbers from 0 to 1
   */
  BrokerSearch(
      ProducerOpener opener, Executor executor, PublisherSettings settings, DoubleSupplier random) {
    this.opener = opener;
    this.executor = executor;
    this.settings = settings;
    this.random = random;
  }

  /**
   * Goes on looking; returns the producer once there is one.
   *
   * @param nowNanos monotonic time
   */
  @Nullable Producer<String, byte[]> poll(long nowNanos) {
    if (attempt == null && (nextNanos == Long.MIN_VALUE || nowNanos - nextNanos >= 0)) {
      attempt = CompletableFuture.supplyAsync(opener::open, executor);
    }
    if (attempt == null || !attempt.isDone()) {
      return null;
    }
    CompletableFuture<Producer<String, byte[]>> done = attempt;
    attempt = null;
    try {
      return done.join();
    } catch (CompletionException | CancellationException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      lastFailure = KafkaTrouble.line(cause);
      isRefused = KafkaTrouble.ofAccess(cause).isPresent();
      pause(nowNanos);
      return null;
    }
  }

  /** The next attempt comes after a pause; longer each time, until {@link #reset}. */
  void pause(long nowNanos) {
    long longest = settings.longestPause().toNanos();
    pauseNanos =
        pauseNanos == 0 ? settings.firstPause().toNanos() : Math.min(2 * pauseNanos, longest);
    nextNanos = nowNanos + (long) (pauseNanos * (0.5 + 0.5 * random.getAsDouble()));
  }

  /** Things work: the next pause is a short one. */
  void reset() {
    pauseNanos = 0;
  }

  /** Why the last attempt failed; empty before. */
  String lastFailure() {
    return lastFailure;
  }

  /** Whether the last attempt reached a broker that does not let the node in, or write. */
  boolean isRefused() {
    return isRefused;
  }

  /** Closes what an attempt that still runs may open. */
  void abandon() {
    if (attempt != null) {
      CompletableFuture<Void> unused =
          attempt.thenAccept(producer -> producer.close(Duration.ZERO));
      attempt = null;
    }
  }
}
