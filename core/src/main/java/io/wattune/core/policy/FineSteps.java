package io.wattune.core.policy;

import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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
  private final double watts;

  /**
   * From these rungs.
   *
   * @param watts mean power there; empty where not known
   */
  FineSteps(Ladders ladders, Map<String, Integer> rungs, OptionalDouble watts) {
    this.ladders = ladders;
    this.rungs = rungs;
    this.watts = watts.orElse(Double.POSITIVE_INFINITY);
  }

  private double step(String tunable) {
    int rung = rungs.getOrDefault(tunable, 0);
    return ladders
        .ladder(tunable)
        .map(ladder -> ladder.step(rung, lower(ladder, rung), mostValue(ladder)))
        .orElse(0.0);
  }

  /** Limits above the power that is drawn do nothing. */
  private double mostValue(Ladder ladder) {
    return ladder.tunable().unit() == TunableUnit.MILLIWATTS
        ? watts * 1000
        : Double.POSITIVE_INFINITY;
  }

  private int lower(Ladder ladder, int rung) {
    int next = rung + 1;
    double most = mostValue(ladder);
    while (next < ladder.lowest() && ladder.setting(next).value() > most) {
      next++;
    }
    return next;
  }

  /**
   * The next rung of a tunable that may do something: of a limit of power the first one that is not
   * above the power which is drawn, and of everything else the next.
   */
  int lower(String tunable) {
    int rung = rungs.getOrDefault(tunable, 0);
    return ladders.ladder(tunable).map(ladder -> lower(ladder, rung)).orElse(rung + 1);
  }

  /** Whether the next rung of one of these is far below. */
  boolean isFar(Set<String> tunables) {
    return tunables.stream().anyMatch(name -> step(name) > FAR);
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
