package io.wattune.core.guard;

import io.wattune.core.Quality;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import java.util.List;
import java.util.Map;

/**
 * What guards judge by.
 *
 * @param nowNanos the device's clock
 * @param isHeld whether an operator has ordered to leave the device alone
 * @param quality quality of the newest power
 * @param isSwitchingTooOften whether kernels with different settings take turns so often that too
 *     much of their time would be spent with another one's
 * @param ladders the values that the device's tunables may have
 * @param sent the configurations sent last and not known to be gone, by kernel
 * @param possible all that may be in force, by kernel: what the node has confirmed, and what was
 *     sent since and is not answered
 * @param changedNanos when each kernel's configuration changed last
 */
public record GuardContext(
    long nowNanos,
    boolean isHeld,
    Quality quality,
    boolean isSwitchingTooOften,
    Ladders ladders,
    Map<String, Configuration> sent,
    List<Map<String, Configuration>> possible,
    Map<String, Long> changedNanos) {

  /**
   * Stands for the default configuration, among the names of kernels. No activity has this name.
   */
  public static final String DEFAULT = "";

  public GuardContext {
    sent = Map.copyOf(sent);
    possible = List.copyOf(possible);
    changedNanos = Map.copyOf(changedNanos);
  }

  /** Rung of a kernel's tunable in what was sent last; 0 where that is on no rung. */
  int sentRung(String kernel, String tunable) {
    return rung(sent, kernel, tunable);
  }

  /** The highest rung that a kernel's tunable may be at; 0 where nothing is known. */
  int surelyAtRung(String kernel, String tunable) {
    return possible.stream().mapToInt(each -> rung(each, kernel, tunable)).min().orElse(0);
  }

  private int rung(Map<String, Configuration> by, String kernel, String tunable) {
    Configuration configuration = by.getOrDefault(kernel, Configuration.EMPTY);
    return Math.max(0, ladders.rung(configuration, tunable));
  }
}
