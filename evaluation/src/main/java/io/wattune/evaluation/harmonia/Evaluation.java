package io.wattune.evaluation.harmonia;

import io.wattune.core.tunable.TunableName;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.offline.LimitedTuner;
import io.wattune.testbed.offline.OfflineRun;
import io.wattune.testbed.offline.RunTotals;
import io.wattune.testbed.sweep.Testbed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Policies on all applications of a testbed, each application from a cold start, with all that a
 * policy tries counted.
 *
 * @param testbed the testbed
 * @param conditions under which they were run
 * @param seed of times and counters
 * @param results by policy, the baseline first
 */
record Evaluation(
    Testbed testbed, TrialConditions conditions, long seed, List<PolicyResult> results) {
  private static final long START_NANOS = 1_700_000_000_000_000_000L;

  /**
   * Runs the policies, and baseline and oracle with them.
   *
   * @param done receives the number of runs that are done
   */
  static Evaluation run(
      Testbed testbed,
      List<TestedPolicy> policies,
      TrialConditions conditions,
      long seed,
      LongConsumer done) {
    // A limit that nothing can meet costs time and changes nothing.
    TrialConditions effective =
        LimitedTuner.canMeet(testbed, conditions.powerLimitWatts())
            ? conditions
            : conditions.withPowerLimit(Double.POSITIVE_INFINITY);
    Map<String, RunTotals> baseline = new LinkedHashMap<>();
    List<PolicyResult> results = new ArrayList<>();
    long runs = 0;
    for (TestedPolicy policy : withBounds(policies)) {
      Map<String, RunTotals> of = new LinkedHashMap<>();
      for (Application application : testbed.applications()) {
        of.put(application.name(), run(testbed, application, policy, effective, seed + of.size()));
        done.accept(++runs);
      }
      if (baseline.isEmpty()) {
        baseline.putAll(of);
      }
      results.add(PolicyResult.of(policy.name(), testbed.applications(), of, baseline));
    }
    return new Evaluation(testbed, conditions, seed, results);
  }

  private static RunTotals run(
      Testbed testbed,
      Application application,
      TestedPolicy policy,
      TrialConditions conditions,
      long seed) {
    return OfflineRun.of(
        testbed,
        application,
        policy.tuner(testbed, application.name(), conditions, START_NANOS),
        conditions.delays().switchingNanos(),
        seed,
        START_NANOS);
  }

  /** How many runs that takes. */
  static long runs(Testbed testbed, List<TestedPolicy> policies) {
    return (long) withBounds(policies).size() * testbed.applications().size();
  }

  /** The baseline first, which all are relative to, and the oracle last. */
  private static List<TestedPolicy> withBounds(List<TestedPolicy> policies) {
    List<TestedPolicy> all = new ArrayList<>(policies);
    all.remove(TestedPolicy.BASELINE);
    all.remove(TestedPolicy.ORACLE);
    all.add(0, TestedPolicy.BASELINE);
    all.add(TestedPolicy.ORACLE);
    return all;
  }

  /** The result of a policy. */
  PolicyResult result(String policy) {
    return results.stream()
        .filter(each -> each.policy().equals(policy))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'" + policy + "' was not evaluated"));
  }

  /** Whether a policy was evaluated. */
  boolean has(String policy) {
    return results.stream().anyMatch(each -> each.policy().equals(policy));
  }

  /** What the others are held against. */
  PolicyResult baseline() {
    return result(TestedPolicy.BASELINE.name());
  }

  /** Applications with which the baseline could not boost all the time, because of its limit. */
  List<String> limited() {
    long boost = testbed.gpu().own().coreMegaHertz();
    return baseline().runs().entrySet().stream()
        .filter(
            each ->
                each.getValue().shares(TunableName.CORE_CLOCK).keySet().stream()
                    .anyMatch(clock -> clock < boost))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The bound. */
  PolicyResult oracle() {
    return result(TestedPolicy.ORACLE.name());
  }
}
