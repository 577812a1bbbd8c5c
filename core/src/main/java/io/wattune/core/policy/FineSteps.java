package io.wattune.core.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * In which order {@link FinePolicy} lowers tunables: those whose next rung is near together, one
 * whose next rung is far below by itself and after all others, so that it is tried from the best of
 * them and is all that can be to blame.
 */
final class FineSteps {
  /** A rung that is farther below than this share of the present value is far. */
  private static final double FAR = 0.4;

  private final Ladders ladders;
  private final Map<String, Integer> rungs;

  /** From these rungs. */
  FineSteps(Ladders ladders, Map<String, Integer> rungs) {
    this.ladders = ladders;
    this.rungs = rungs;
  }

  private double step(String tunable) {
    return ladders
        .ladder(tunable)
        .map(ladder -> ladder.step(rungs.getOrDefault(tunable, 0)))
        .orElse(0.0);
  }

  /** Some tunables, the one with the smallest step first. */
  List<String> ordered(Collection<String> tunables) {
    List<String> ordered = new ArrayList<>(new TreeSet<>(tunables));
    ordered.sort(Comparator.comparingDouble(this::step));
    return ordered;
  }

  /** Which of some tunables, at least one, go a rung lower next. */
  Set<String> next(Set<String> tunables) {
    Set<String> near = new TreeSet<>(tunables);
    near.removeIf(name -> step(name) > FAR);
    return near.isEmpty() ? Set.of(ordered(tunables).get(0)) : near;
  }

  /**
   * The largest share of the rate that a rung lower of all of these can cost: work that needs them
   * all, one after the other, or whose limit is their product.
   */
  double mostLoss(Set<String> tunables) {
    double left = 1;
    for (String tunable : tunables) {
      left *= 1 - step(tunable);
    }
    return 1 - left;
  }
}
