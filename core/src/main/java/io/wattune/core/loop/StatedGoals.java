package io.wattune.core.loop;

import io.wattune.core.NewestEntries;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.Objective;
import io.wattune.core.policy.Policy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is tuned for, and the policy with it: what the programs on a device want, each for half a
 * minute after its newest work. Of several the smallest slowdown counts, and the objective if it is
 * that of all. Test: {@code GoalsTest}.
 */
final class StatedGoals {
  private static final long MEMORY_NANOS = 30_000_000_000L;
  private static final int MOST = 64;

  private record StatedAt(Goals.Stated stated, long atNanos) {}

  private final Map<String, StatedAt> byName = NewestEntries.put(MOST);

  /** Null as long as it is the operator's. */
  private @Nullable Goal goal;

  /** Null until it is asked for. */
  private @Nullable Policy policy;

  /** What is tuned for. */
  Goal goal(Goals goals) {
    Goal known = goal;
    return known == null ? goals.operator() : known;
  }

  /** The policy with that goal. */
  Policy policy(Goals goals) {
    Policy known = policy;
    if (known == null) {
      known = goals.policies().apply(goal(goals));
      policy = known;
    }
    return known;
  }

  void seek(Goal newGoal) {
    goal = newGoal;
    policy = null;
  }

  /** What was tuned for before a restart. */
  void restore(LoopSnapshot snapshot) {
    double slowdown = snapshot.maxSlowdown();
    if (slowdown >= Goal.LEAST_SLOWDOWN && slowdown <= Goal.MOST_SLOWDOWN) {
      Objective.named(snapshot.objective()).ifPresent(each -> seek(new Goal(slowdown, each)));
    }
  }

  /** The goal's bound; 0 as long as it is the operator's. */
  double maxSlowdown() {
    return goal == null ? 0 : goal.maxSlowdown();
  }

  /** The goal's objective; empty as long as it is the operator's. */
  String objective() {
    return goal == null ? "" : goal.objective().text();
  }

  /** Takes work of a program; what all of them want together. */
  Goal take(CounterReading reading, Goals goals) {
    String name = String.valueOf(reading.activityName());
    byName.remove(name);
    byName.put(name, new StatedAt(goals.stated(reading.goal()), reading.endNanos()));
    byName.values().removeIf(each -> reading.endNanos() - each.atNanos() > MEMORY_NANOS);
    double slowdown = Goal.MOST_SLOWDOWN;
    @Nullable Objective objective = null;
    boolean isOfAll = true;
    for (StatedAt each : byName.values()) {
      Goal goal = each.stated().goal();
      slowdown = Math.min(slowdown, goal.maxSlowdown());
      isOfAll &= objective == null || objective == goal.objective();
      objective = goal.objective();
    }
    return new Goal(
        slowdown, isOfAll && objective != null ? objective : goals.operator().objective());
  }

  /** What of the labels is not used, in sentences; empty where all is. */
  String faults() {
    var faults = new StringBuilder();
    for (Map.Entry<String, StatedAt> each : byName.entrySet()) {
      faults.append(each.getValue().stated().fault());
    }
    return faults.toString();
  }

  /** The clock was wrong. */
  void forget() {
    byName.clear();
  }
}
