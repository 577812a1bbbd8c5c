package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.Map;
import java.util.Optional;

/** A pure control law for the kernels of a device, one kernel at a time. */
public interface Policy {

  /** Its name, as options and decisions give it. */
  String name();

  /** A kernel is seen for the first time; empty if the policy wants nothing of it. */
  Optional<KernelMemory> begin(String activityName, long timeNanos);

  /** One more invocation was measured with the wished settings in force for all of it. */
  Turn next(KernelMemory memory, Evidence evidence, Ladders ladders);

  /**
   * The node has refused or failed to set a tunable, whose ladder has become shorter. Called for
   * every kernel of the device, whether or not it wishes for what is gone.
   *
   * @param bins as of {@link Evidence}
   * @param ladders those from now on
   */
  Turn refused(
      KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders);
}
