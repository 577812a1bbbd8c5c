package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;

/**
 * For each step of the rate of requests, the setting with the least power that serves it with a
 * 95th percentile within the objective (Chow 2023, section 4.2.2). Power at a rate is that of
 * batches and of waiting by their times:
 *
 * <pre>watts(r) = waiting + n F + r f</pre>
 *
 * <p>with {@code n} batches a second, as they come of what waits, and {@code F + f b} joules of a
 * batch of {@code b} above waiting, by batches of one and full ones. One at a time it is {@code
 * waiting + r s (busy - waiting)}, with {@code s} seconds of a request. Rates beyond what any
 * setting serves have the fastest one. Not for two threads at once. Test: {@code RateTableTest}.
 */
public final class RateTable {
  /** Steps from no requests to the largest rate. */
  static final int STEPS = 40;

  /**
   * Part of the objective that a tail may take in the table. A tail of just the objective has 5 %
   * of the requests beyond it, which is all that it allows.
   */
  static final double MARGIN = 0.95;

  private final double largestRate;
  private final List<Step> steps;
  private final ServingSetting fastest;
  private final ToDoubleBiFunction<ServingSetting, Double> tailSeconds;
  private final double mayTake;

  /**
   * What was found for a rate.
   *
   * @param chosen the cheapest that serves it
   * @param others dearer ones, cheapest first, of which some may be too slow
   * @param isQuick of those, what was found when somebody asked
   */
  private record Step(
      double rate,
      ServingSetting chosen,
      List<ServingSetting> others,
      Map<ServingSetting, Boolean> isQuick) {}

  private RateTable(
      double largestRate,
      List<Step> steps,
      ServingSetting fastest,
      ToDoubleBiFunction<ServingSetting, Double> tailSeconds,
      double mayTake) {
    this.largestRate = largestRate;
    this.steps = List.copyOf(steps);
    this.fastest = fastest;
    this.tailSeconds = tailSeconds;
    this.mayTake = mayTake;
  }

  /**
   * Makes a table.
   *
   * @param candidates settings that may be chosen
   * @param largestRate requests a second at its last step
   * @param objectiveSeconds what the tail may be
   */
  public static RateTable of(
      ServingProfile profile,
      List<ServingSetting> candidates,
      QueueModel queue,
      double largestRate,
      double objectiveSeconds) {
    double mayTake = MARGIN * objectiveSeconds;
    List<ServingSetting> left =
        candidates.stream()
            .filter(each -> profile.seconds(each.ofBatch(1)) <= mayTake)
            .collect(Collectors.toCollection(ArrayList::new));
    ServingSetting fastest = fastest(profile, candidates);
    List<Step> steps = new ArrayList<>();
    for (int step = 1; step <= STEPS; step++) {
      double rate = largestRate * step / STEPS;
      left.sort(Comparator.comparingDouble(each -> watts(profile, queue, each, rate)));
      Iterator<ServingSetting> cheapest = left.iterator();
      ServingSetting chosen = null;
      while (chosen == null && cheapest.hasNext()) {
        ServingSetting each = cheapest.next();
        if (queue.tailSeconds(profile, each, rate) <= mayTake) {
          chosen = each;
        } else {
          // What is too slow at a rate is too slow at higher ones.
          cheapest.remove();
        }
      }
      List<ServingSetting> others =
          left.isEmpty() ? List.of() : List.copyOf(left.subList(1, left.size()));
      steps.add(new Step(rate, chosen == null ? fastest : chosen, others, new HashMap<>()));
    }
    return new RateTable(
        largestRate,
        steps,
        fastest,
        (setting, rate) -> queue.tailSeconds(profile, setting, rate),
        mayTake);
  }

  /** That which serves most a second; of equals the quicker one. */
  private static ServingSetting fastest(ServingProfile profile, List<ServingSetting> candidates) {
    return candidates.stream()
        .min(
            Comparator.comparingDouble(
                    (ServingSetting each) -> profile.seconds(each) / each.batch())
                .thenComparingDouble(each -> profile.seconds(each.ofBatch(1))))
        .orElseThrow(() -> new IllegalArgumentException("there is no setting to choose from"));
  }

  /** Power of a setting at a rate that it keeps up with. */
  public static double watts(
      ServingProfile profile, QueueModel queue, ServingSetting setting, double rate) {
    double waiting = profile.waitingWatts(setting);
    double busyWatts = profile.busyWatts(setting);
    double seconds = profile.seconds(setting);
    int batch = setting.batch();
    if (batch == 1 || rate * seconds >= batch) {
      double busy = Math.min(1, rate * seconds / batch);
      return waiting + busy * (busyWatts - waiting);
    }
    ServingSetting alone = setting.ofBatch(1);
    double ofOne = profile.seconds(alone) * (profile.busyWatts(alone) - waiting);
    double further = (seconds * (busyWatts - waiting) - ofOne) / (batch - 1);
    return waiting
        + queue.batchesASecond(profile, setting, rate) * (ofOne - further)
        + rate * further;
  }

  /** The setting for a rate: that of the step at or above it. */
  public ServingSetting at(double rate) {
    return step(rate).chosen();
  }

  /** The cheapest one for a rate of those that may be chosen; where none may, the fastest. */
  ServingSetting at(double rate, Predicate<ServingSetting> mayBe) {
    Step step = step(rate);
    return mayBe.test(step.chosen())
        ? step.chosen()
        : step.others().stream()
            .filter(mayBe)
            .filter(each -> isQuick(step, each))
            .findFirst()
            .orElse(fastest);
  }

  private boolean isQuick(Step step, ServingSetting setting) {
    return step.isQuick()
        .computeIfAbsent(setting, each -> tailSeconds.applyAsDouble(each, step.rate()) <= mayTake);
  }

  private Step step(double rate) {
    int step = (int) Math.ceil(rate / largestRate * STEPS - 1e-9);
    return steps.get(Math.min(STEPS, Math.max(1, step)) - 1);
  }

  /** That which serves most. */
  ServingSetting fastest() {
    return fastest;
  }

  /** Requests a second at the last step. */
  public double largestRate() {
    return largestRate;
  }
}
