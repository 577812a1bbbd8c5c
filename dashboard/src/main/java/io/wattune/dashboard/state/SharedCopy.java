package io.wattune.dashboard.state;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A copy that serves all who ask within a time. Not thread safe.
 *
 * @param <T> what is copied
 */
final class SharedCopy<T> {
  private final long forNanos;
  private @Nullable T copy;
  private long atNanos;

  SharedCopy(long forNanos) {
    this.forNanos = forNanos;
  }

  /** The copy; another one where it is too old, or the clock was set back. */
  T at(long nowNanos, Supplier<T> newer) {
    T current = copy;
    if (current == null || Math.abs(nowNanos - atNanos) >= forNanos) {
      current = newer.get();
      copy = current;
      atNanos = nowNanos;
    }
    return current;
  }
}
