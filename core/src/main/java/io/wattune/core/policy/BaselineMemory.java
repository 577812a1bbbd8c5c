package io.wattune.core.policy;

import java.util.Map;

/**
 * What {@link BaselinePolicy} knows of one kernel.
 *
 * @param activityName name of the kernel's activities
 * @param rungs what is wished now
 * @param exceededNanos when the power exceeded its limit last, on the device's clock
 */
public record BaselineMemory(String activityName, Map<String, Integer> rungs, long exceededNanos)
    implements KernelMemory {

  public BaselineMemory {
    rungs = Map.copyOf(rungs);
  }

  /** A policy's memory as this one's. */
  static BaselineMemory of(KernelMemory memory) {
    if (memory instanceof BaselineMemory baseline) {
      return baseline;
    }
    throw new IllegalArgumentException(
        "memory must be of policy baseline, was of " + memory.policyName());
  }

  @Override
  public String policyName() {
    return BaselinePolicy.NAME;
  }

  /** At own settings, which are the boost ones, or lower because the power exceeds its limit. */
  @Override
  public String stateName() {
    return rungs.isEmpty() ? "BOOST" : "LIMITED";
  }

  /** It follows power, at any time. */
  @Override
  public boolean searches() {
    return false;
  }

  @Override
  public boolean hasGivenUp() {
    return false;
  }
}
