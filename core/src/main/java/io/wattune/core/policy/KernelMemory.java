package io.wattune.core.policy;

import java.util.List;
import java.util.Map;

/**
 * What a policy knows of one kernel: plain values, so that a store can keep them in any format.
 *
 * <p>Rungs count from 0 for a tunable's own setting, downwards; see {@link Ladder}. A tunable that
 * is not in a map is at rung 0.
 *
 * @param activityName name of the kernel's activities
 * @param state where the policy stands
 * @param rungs what is wished now
 * @param bestRungs the lowest rungs known to keep the rate
 * @param frozen tunables that are not lowered any further
 * @param trying the one tunable that is tried; empty for all together
 * @param queue tunables still to be tried singly
 * @param reference rates at own settings
 * @param benchmark rates at the fastest settings known; what a trial must keep up with
 * @param best rates at the best rungs
 * @param trial rates since the last change
 * @param faster whether a re-measurement is to confirm that the best rungs are faster
 * @param reverts reverts since the reference was measured
 * @param restarts times that it began anew, see {@link FineSettings}
 * @param restartedNanos when the newest of them was seen
 * @param sinceNanos when the state began, on the device's clock
 * @param referenceNanos when the reference was measured
 */
public record KernelMemory(
    String activityName,
    FineState state,
    Map<String, Integer> rungs,
    Map<String, Integer> bestRungs,
    List<String> frozen,
    String trying,
    List<String> queue,
    RateStatistics reference,
    RateStatistics benchmark,
    RateStatistics best,
    RateStatistics trial,
    boolean faster,
    int reverts,
    int restarts,
    long restartedNanos,
    long sinceNanos,
    long referenceNanos) {

  public KernelMemory {
    rungs = Map.copyOf(rungs);
    bestRungs = Map.copyOf(bestRungs);
    frozen = List.copyOf(frozen);
    queue = List.copyOf(queue);
  }
}
