package io.wattune.core.counter;

import java.util.OptionalDouble;

/**
 * What a device's own counters say of the work that it did per second. The units are the counters'
 * own: a rate is compared with the same rate of the same device at another time, and with nothing
 * else.
 *
 * @param computePerSecond busy cycles of the busiest pipe; empty where it is not known
 * @param memoryPerSecond bytes or busy cycles of the memory; empty where it is not known
 */
public record CounterRates(OptionalDouble computePerSecond, OptionalDouble memoryPerSecond) {

  /** Nothing is known. */
  public static final CounterRates NONE =
      new CounterRates(OptionalDouble.empty(), OptionalDouble.empty());

  /** Whether any rate is known. */
  public boolean isKnown() {
    return computePerSecond.isPresent() || memoryPerSecond.isPresent();
  }
}
