package io.wattune.evaluation.harmonia;

import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.offline.RunTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All applications under one policy.
 *
 * @param policy name of the policy
 * @param runs by application
 * @param relatives the same over the baseline
 * @param mean geometric mean over the applications
 * @param meanWithoutStress the same without the stress tests; of all where all are such
 */
record PolicyResult(
    String policy,
    Map<String, RunTotals> runs,
    Map<String, RelativeRun> relatives,
    RelativeRun mean,
    RelativeRun meanWithoutStress) {

  static PolicyResult of(
      String policy,
      List<Application> applications,
      Map<String, RunTotals> runs,
      Map<String, RunTotals> baseline) {
    Map<String, RelativeRun> relatives = new LinkedHashMap<>();
    List<RelativeRun> withoutStress = new ArrayList<>();
    for (Application application : applications) {
      String name = application.name();
      RelativeRun relative = RelativeRun.of(of(runs, name), of(baseline, name));
      relatives.put(name, relative);
      if (!application.isStressTest()) {
        withoutStress.add(relative);
      }
    }
    RelativeRun mean = RelativeRun.geometricMean(relatives.values());
    return new PolicyResult(
        policy,
        runs,
        relatives,
        mean,
        withoutStress.isEmpty() ? mean : RelativeRun.geometricMean(withoutStress));
  }

  private static <T> T of(Map<String, T> each, String application) {
    T found = each.get(application);
    if (found == null) {
      throw new IllegalArgumentException("there is no run of '" + application + "'");
    }
    return found;
  }

  /** The run of an application. */
  RunTotals run(String application) {
    return of(runs, application);
  }

  /** An application over the baseline. */
  RelativeRun relative(String application) {
    return of(relatives, application);
  }

  /** Largest loss of performance of an application. */
  double worstSlowdown() {
    return relatives.values().stream().mapToDouble(RelativeRun::slowdown).max().orElse(0);
  }

  /** How much more ED2 than another policy's, as a share of that; 0 where it is less. */
  double distanceTo(PolicyResult other) {
    return Math.max(0, mean.ed2() / other.mean.ed2() - 1);
  }
}
