package io.wattune.collectors.device;

import org.jspecify.annotations.Nullable;

/**
 * What a source of counters says of one counter.
 *
 * @param counter id of the counter, see {@link io.wattune.core.counter.CounterName}
 * @param source the vendor's own name or number of what it is made of; null where it cannot be had
 * @param reason in one sentence how it is made of that, or why it cannot be had
 */
public record CounterDescriptor(String counter, @Nullable String source, String reason) {

  /** Whether the counter comes. */
  public boolean isGiven() {
    return source != null;
  }
}
