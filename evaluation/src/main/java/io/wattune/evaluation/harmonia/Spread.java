package io.wattune.evaluation.harmonia;

import io.wattune.testbed.sweep.DrawnTestbed;
import io.wattune.testbed.sweep.Testbed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/**
 * The same evaluation on testbeds that are drawn from the uncertainty of the parameters: what a
 * figure is worth.
 *
 * @param draws how many testbeds
 * @param limited on how many of them the baseline meets its power limit
 * @param results of each policy, one for each testbed
 */
record Spread(int draws, int limited, Map<String, List<PolicyResult>> results) {

  /** Evaluates the policies on testbeds of the seeds from this one on. */
  static Spread of(
      Testbed base,
      List<TestedPolicy> policies,
      TrialConditions conditions,
      long seed,
      int draws,
      LongConsumer done) {
    Map<String, List<PolicyResult>> results = new LinkedHashMap<>();
    int limited = 0;
    for (int draw = 0; draw < draws; draw++) {
      Testbed drawn = DrawnTestbed.draw(base, seed + draw);
      Evaluation evaluation = Evaluation.run(drawn, policies, conditions, seed + draw, runs -> {});
      limited += evaluation.limited().isEmpty() ? 0 : 1;
      evaluation
          .results()
          .forEach(
              each -> results.computeIfAbsent(each.policy(), name -> new ArrayList<>()).add(each));
      done.accept(draw + 1L);
    }
    return new Spread(draws, limited, results);
  }

  /** A quantile of a figure of a policy: the value that this share of the testbeds is below. */
  double quantile(String policy, ToDoubleFunction<PolicyResult> figure, double share) {
    List<PolicyResult> all = results.getOrDefault(policy, List.of());
    if (all.isEmpty()) {
      throw new IllegalArgumentException("'" + policy + "' was not evaluated");
    }
    double[] values = all.stream().mapToDouble(figure).toArray();
    Arrays.sort(values);
    double place = share * (values.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, values.length - 1);
    return values[below] + (place - below) * (values[above] - values[below]);
  }
}
