package io.wattune.core.policy;

import java.util.Set;

/**
 * One invocation of a kernel.
 *
 * @param rate delivered work per second
 * @param endNanos its end, on the device's clock
 * @param sensitive tunables whose sensitivity is in the bin HIGH
 */
public record Evidence(double rate, long endNanos, Set<String> sensitive) {

  public Evidence {
    sensitive = Set.copyOf(sensitive);
    if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rate must be finite and not negative, was " + rate);
    }
  }
}
