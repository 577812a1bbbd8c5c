package io.wattune.core.guard;

import io.wattune.core.Quality;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import java.util.Map;

/**
 * What guards judge by.
 *
 * @param nowNanos the device's clock
 * @param isHeld whether an operator has ordered to leave the device alone
 * @param quality quality of the newest power
 * @param ladders the values that the device's tunables may have
 * @param sent the configurations sent last and not known to be gone, by kernel
 * @param confirmed the configurations that the node has confirmed to be in force, by kernel
 * @param changedNanos when each kernel's configuration changed last
 */
public record GuardContext(
    long nowNanos,
    boolean isHeld,
    Quality quality,
    Ladders ladders,
    Map<String, Configuration> sent,
    Map<String, Configuration> confirmed,
    Map<String, Long> changedNanos) {

  public GuardContext {
    sent = Map.copyOf(sent);
    confirmed = Map.copyOf(confirmed);
    changedNanos = Map.copyOf(changedNanos);
  }
}
