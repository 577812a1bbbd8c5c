package io.wattune.core.policy;

import java.util.List;
import java.util.Map;

/**
 * What {@link FinePolicy} knows of one kernel.
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
 * @param fallen rates of the trial that has been reverted last
 * @param scores of the objective
 * @param budget what trials have cost
 * @param tolerance the largest loss that it was all judged by
 * @param objective and what it was judged by
 * @param faster whether a re-measurement is to confirm that the best rungs are faster
 * @param reverts reverts since the reference was measured
 * @param restarts times that it began anew, see {@link FineSettings}
 * @param restartedNanos when the newest of them was seen
 * @param trialNanos end of the first invocation since the last change
 * @param sinceNanos when the state began, on the device's clock
 * @param referenceNanos when the reference was measured
 */
public record FineMemory(
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
    RateStatistics fallen,
    FineScores scores,
    LossBudget budget,
    double tolerance,
    Objective objective,
    boolean faster,
    int reverts,
    int restarts,
    long restartedNanos,
    long trialNanos,
    long sinceNanos,
    long referenceNanos)
    implements KernelMemory {

  public FineMemory {
    rungs = Map.copyOf(rungs);
    bestRungs = Map.copyOf(bestRungs);
    frozen = List.copyOf(frozen);
    queue = List.copyOf(queue);
  }

  /** A policy's memory as this one's. */
  static FineMemory of(KernelMemory memory) {
    if (memory instanceof FineMemory fine) {
      return fine;
    }
    throw new IllegalArgumentException(
        "memory must be of policy fine, was of " + memory.policyName());
  }

  /** Whether it was learned for the goal of these settings. */
  boolean isFor(FineSettings settings) {
    return tolerance == settings.tolerance() && objective == settings.objective();
  }

  @Override
  public String policyName() {
    return FinePolicy.NAME;
  }

  @Override
  public String stateName() {
    return state.name();
  }

  @Override
  public boolean searches() {
    return state != FineState.SETTLED && state != FineState.CANNOT_TELL;
  }

  @Override
  public boolean hasGivenUp() {
    return state == FineState.CANNOT_TELL;
  }
}
