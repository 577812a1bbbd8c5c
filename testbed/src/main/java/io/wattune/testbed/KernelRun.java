package io.wattune.testbed;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.Map;

/**
 * One kernel at constant power.
 *
 * @param name what ran
 * @param startNanos epoch nanoseconds
 * @param durationNanos above 0
 * @param watts true power of the whole card while it runs
 */
public record KernelRun(String name, long startNanos, long durationNanos, double watts) {
  public KernelRun {
    if (durationNanos <= 0) {
      throw new IllegalArgumentException(
          "kernel '" + name + "' must last longer than 0 ns, was " + durationNanos);
    }
  }

  /** Epoch nanoseconds of the end. */
  public long endNanos() {
    return startNanos + durationNanos;
  }

  /** The activity as the pipeline knows it, with the name as its id. */
  public Activity activity(String device) {
    return new Activity(device, name, Book.KERNEL, name, startNanos, endNanos(), null, Map.of());
  }
}
