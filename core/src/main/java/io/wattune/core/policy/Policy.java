package io.wattune.core.policy;

import java.util.Optional;
import java.util.Set;

/** A pure control law for the kernels of a device, one kernel at a time. */
public interface Policy {

  /** Its name, as options and decisions give it. */
  String name();

  /** A kernel is seen for the first time; empty if the policy wants nothing of it. */
  Optional<KernelMemory> begin(String activityName, long timeNanos);

  /** One more invocation was measured with the wished settings in force for all of it. */
  Turn next(KernelMemory memory, Evidence evidence, Ladders ladders);

  /**
   * The node has refused or failed to set a tunable.
   *
   * @param sensitive tunables whose sensitivity is in the bin HIGH
   * @param ladders those from now on
   */
  Turn refused(KernelMemory memory, String tunable, Set<String> sensitive, Ladders ladders);
}
