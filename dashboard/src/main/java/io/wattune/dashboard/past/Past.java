package io.wattune.dashboard.past;

import io.wattune.store.history.History;
import io.wattune.store.history.HistoryException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A store that may not be there. One that has not answered is left alone for some seconds, so that
 * a page that asks again and again does not wait again and again. Thread safe.
 */
public final class Past implements AutoCloseable {
  private static final long LEFT_ALONE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final @Nullable History history;
  private volatile @Nullable String trouble;
  private volatile long failedNanos;

  /**
   * Asks this history.
   *
   * @param history closed with this; null where there is no store
   */
  public Past(@Nullable History history) {
    this.history = history;
  }

  /** A question to the store. */
  @FunctionalInterface
  public interface HistoryQuestion<T> {
    T ask(History history) throws HistoryException;
  }

  /**
   * What came of a question.
   *
   * @param value the answer; null where there is none
   * @param note why there is none, and what to do; null where there is one
   */
  public record HistoryAnswer<T>(@Nullable T value, @Nullable String note) {}

  /** Whether there is a store to be asked. */
  public boolean isThere() {
    return history != null;
  }

  /** What is wrong, in words for people; null where nothing is known to be. */
  public @Nullable String note() {
    if (history == null) {
      return "No store is configured, so only the last minutes are here; start the dashboard with"
          + " --store URL to see older data.";
    }
    String words = trouble;
    return words == null
        ? null
        : "Older data is missing: " + words + ". Check that the store runs and holds this fleet.";
  }

  /** Asks the store. */
  public <T> HistoryAnswer<T> ask(HistoryQuestion<T> question) {
    History asked = history;
    boolean isLeftAlone = trouble != null && System.nanoTime() - failedNanos < LEFT_ALONE_NANOS;
    if (asked == null || isLeftAlone) {
      return new HistoryAnswer<>(null, note());
    }
    try {
      T value = question.ask(asked);
      trouble = null;
      return new HistoryAnswer<>(value, null);
    } catch (HistoryException e) {
      failedNanos = System.nanoTime();
      trouble = String.valueOf(e.getMessage());
      return new HistoryAnswer<>(null, note());
    }
  }

  @Override
  public void close() {
    if (history != null) {
      history.close();
    }
  }
}
