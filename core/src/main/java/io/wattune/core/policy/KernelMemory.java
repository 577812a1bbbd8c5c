package io.wattune.core.policy;

import java.util.Map;

/**
 * What a policy knows of one kernel. Implemented by records of plain values, so that a store can
 * keep them in any format.
 */
public interface KernelMemory {

  /** Name of the policy whose memory this is; no other one understands it. */
  String policyName();

  /** Name of the kernel's activities. */
  String activityName();

  /**
   * What is wished now, by tunable: the number of a rung, from 0 for the own setting downwards; see
   * {@link Ladder}. A tunable that is not in the map is at rung 0.
   */
  Map<String, Integer> rungs();

  /** Where the policy stands with the kernel, in one word, for people and for counting. */
  String stateName();

  /**
   * Whether the policy still searches: it waits for evidence before it wishes for something else.
   */
  boolean searches();

  /** Whether the policy has stopped looking at the kernel, which keeps its own settings. */
  boolean hasGivenUp();
}
