package io.wattune.control;

import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.loop.LoopSettings;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.policy.Policies;
import io.wattune.core.serving.ServingGoals;
import java.time.Duration;

/**
 * What a controller tunes for, and how.
 *
 * @param policy name of the policy, see {@link Policies}
 * @param goal what the policy tunes for
 * @param ceiling the largest slowdown that a program's label may allow, as a fraction
 * @param temperatures which temperatures devices are kept below, whatever the policy wishes
 * @param serving which inference servers are set by their load
 * @param loop how a device's loop decides
 */
public record Tuning(
    String policy,
    Goal goal,
    double ceiling,
    TemperatureLimits temperatures,
    ServingGoals serving,
    LoopSettings loop) {

  public Tuning {
    if (Policies.named(policy).isEmpty()) {
      throw new IllegalArgumentException(
          "there is no policy '" + policy + "'; there are " + String.join(", ", Policies.names()));
    }
    if (policy.equals(NonePolicy.THERMAL) && temperatures.isNone()) {
      throw new IllegalArgumentException("policy " + policy + " needs a limit of temperature");
    }
    if (policy.equals(NonePolicy.COFRIS) == serving.tables().isEmpty()) {
      throw new IllegalArgumentException(
          "policy " + NonePolicy.COFRIS + " needs a profile of a server's model, and no other has");
    }
    if (policy.equals(NonePolicy.KRISP) == (serving.sizes() == null)) {
      throw new IllegalArgumentException(
          "policy " + NonePolicy.KRISP + " needs what servers' kernels need, and no other does");
    }
    if (!(ceiling >= Goal.LEAST_SLOWDOWN && ceiling <= Goal.MOST_SLOWDOWN)) {
      throw new IllegalArgumentException(
          "ceiling must be in "
              + Goal.LEAST_SLOWDOWN
              + ".."
              + Goal.MOST_SLOWDOWN
              + ", was "
              + ceiling);
    }
  }

  /**
   * By the usual goal, without a limit of temperature; labels may ask for less slowdown and no
   * more.
   */
  public static Tuning by(String policy) {
    return by(policy, TemperatureLimits.NONE, ServingGoals.NONE);
  }

  /** The same within limits of temperature, and for servers with objectives. */
  public static Tuning by(String policy, TemperatureLimits temperatures, ServingGoals serving) {
    return new Tuning(
        policy,
        Goal.DEFAULT,
        Goal.DEFAULT.maxSlowdown(),
        temperatures,
        serving,
        LoopSettings.DEFAULT.forKernelsThatOutlastTheDwell());
  }

  /** The same for another goal; labels may ask for a slowdown up to the ceiling. */
  public Tuning towards(Goal other, double newCeiling) {
    return new Tuning(policy, other, newCeiling, temperatures, serving, loop);
  }

  /** The same with leases of this length, renewed after a third of it. */
  public Tuning withLease(Duration lease) {
    return new Tuning(
        policy, goal, ceiling, temperatures, serving, loop.withLease(lease.toNanos()));
  }
}
