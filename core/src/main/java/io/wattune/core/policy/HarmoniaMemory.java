package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.List;
import java.util.Map;

/**
 * What {@link HarmoniaPolicy} knows of one kernel.
 *
 * @param policyName name of the variant
 * @param activityName name of the kernel's activities
 * @param state where the policy stands
 * @param rungs what is wished now
 * @param areSettingsNew whether no judgement has been made at them yet
 * @param bins those of the phase, seen at own settings
 * @param looks the bins that the phase has shown at the settings of now
 * @param alarm other bins at unchanged settings, because of which the phase is measured; empty for
 *     none
 * @param best the lowest rungs known to keep the signal
 * @param bestSignal the signal there
 * @param ownSignal the signal at own settings
 * @param reference the best signal of the phase, which a trial must keep up with
 * @param frozen tunables that are not lowered any further
 * @param trying the tunables that are tried
 * @param queue tunables still to be tried singly
 * @param sum of the signals since the last judgement
 * @param count how many they are
 * @param waits judgements that had to wait for bins
 * @param dithers trials of the phase that fell back
 * @param restarts times that the signal changed by itself, in short order
 * @param restartedNanos when it did last
 * @param phases those known from before, left last last
 */
public record HarmoniaMemory(
    String policyName,
    String activityName,
    HarmoniaState state,
    Map<String, Integer> rungs,
    boolean areSettingsNew,
    Map<String, SensitivityBin> bins,
    List<Map<String, SensitivityBin>> looks,
    Map<String, SensitivityBin> alarm,
    Map<String, Integer> best,
    double bestSignal,
    double ownSignal,
    double reference,
    List<String> frozen,
    List<String> trying,
    List<String> queue,
    double sum,
    int count,
    int waits,
    int dithers,
    int restarts,
    long restartedNanos,
    List<KnownPhase> phases)
    implements KernelMemory {

  public HarmoniaMemory {
    rungs = Map.copyOf(rungs);
    bins = Map.copyOf(bins);
    looks = List.copyOf(looks);
    alarm = Map.copyOf(alarm);
    best = Map.copyOf(best);
    frozen = List.copyOf(frozen);
    trying = List.copyOf(trying);
    queue = List.copyOf(queue);
    phases = List.copyOf(phases);
  }

  /** A kernel of which nothing is known, at own settings. */
  static HarmoniaMemory first(String policyName, String activityName, long timeNanos) {
    return new HarmoniaMemory(
        policyName,
        activityName,
        HarmoniaState.OWN,
        Map.of(),
        true,
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        0,
        0,
        0,
        List.of(),
        List.of(),
        List.of(),
        0,
        0,
        0,
        0,
        0,
        timeNanos,
        List.of());
  }

  /** A policy's memory as this one's. */
  static HarmoniaMemory of(KernelMemory memory) {
    if (memory instanceof HarmoniaMemory harmonia) {
      return harmonia;
    }
    throw new IllegalArgumentException(
        "memory must be of policy harmonia or a variant, was of " + memory.policyName());
  }

  @Override
  public String stateName() {
    return state.name();
  }

  @Override
  public boolean searches() {
    return state != HarmoniaState.SETTLED && state != HarmoniaState.RESTLESS;
  }

  /** A restless kernel is looked at again after a time. */
  @Override
  public boolean hasGivenUp() {
    return false;
  }
}
