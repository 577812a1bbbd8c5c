package io.wattune.evaluation.harmonia;

import io.wattune.testbed.offline.RunTotals;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * A run over the baseline's: 1 is the baseline.
 *
 * @param ed2 energy times delay squared
 * @param energy energy of the card
 * @param power mean power of the card
 * @param performance the baseline's time over the run's: above 1 is faster
 */
record RelativeRun(double ed2, double energy, double power, double performance) {

  static RelativeRun of(RunTotals run, RunTotals baseline) {
    return new RelativeRun(
        run.energyDelaySquared() / baseline.energyDelaySquared(),
        run.joules() / baseline.joules(),
        run.watts() / baseline.watts(),
        baseline.seconds() / run.seconds());
  }

  /** Geometric means. */
  static RelativeRun geometricMean(Collection<RelativeRun> all) {
    return new RelativeRun(
        mean(all, RelativeRun::ed2),
        mean(all, RelativeRun::energy),
        mean(all, RelativeRun::power),
        mean(all, RelativeRun::performance));
  }

  private static double mean(Collection<RelativeRun> all, ToDoubleFunction<RelativeRun> of) {
    return Math.exp(
        all.stream()
            .mapToDouble(each -> Math.log(of.applyAsDouble(each)))
            .average()
            .orElseThrow(() -> new IllegalArgumentException("a mean needs a value at least")));
  }

  /** Time lost, as a share of the baseline's performance; 0 where it is faster. */
  double slowdown() {
    return Math.max(0, 1 - performance);
  }
}
