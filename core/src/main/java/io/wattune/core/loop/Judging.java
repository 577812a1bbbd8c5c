package io.wattune.core.loop;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.inforce.ReadBacks;
import io.wattune.core.policy.Evidence;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Policy;
import io.wattune.core.tunable.Configuration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Holds work against what was read back, and shows the policy what is proven. */
final class Judging {
  /** A node that has reported nothing for so long will not report that time any more. */
  static final long LONGEST_WAIT_NANOS = 30_000_000_000L;

  /** For so much of an invocation its settings may be others: it begins before they are set. */
  private static final double LATE_SHARE = 0.05;

  private final LoopSettings settings;
  private final Goals goals;

  Judging(LoopSettings settings, Goals goals) {
    this.settings = settings;
    this.goals = goals;
  }

  /** The policy with the goal of what runs. */
  Policy policy(LoopState state) {
    return state.stated.policy(goals);
  }

  /** Takes what a program wants of its tuning: what was learned for another goal is void. */
  void takeGoal(LoopState state, CounterReading reading) {
    Goal goal = state.stated.take(reading, goals);
    if (!goal.equals(state.stated.goal(goals))) {
      state.stated.seek(goal);
      state.relearn();
      state.isCalm = false;
    }
    if (!state.stated.faults().isEmpty()) {
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "label-not-used");
    }
  }

  /** The rungs that a record's settings may come from. */
  Ladders allowed(LoopState state, KernelRecord record, Ladders ladders) {
    return record.isEstimated() || record.leastShare() > 0
        ? state.cautiousLadders(record)
        : ladders;
  }

  /** Whether settings were in force, as read back, while work was done. */
  ReadBacks.Proof proof(
      LoopState state, WorkWindow window, @Nullable String activityName, Configuration wished) {
    long length = window.endNanos() - window.startNanos();
    // The settings of a program stay from one window to the next: it begins when they have settled.
    long start = window.startNanos() - (activityName == null ? settings.settleNanos() : 0);
    // A device's counters may have been counted in a part of the window alone, wherever it is.
    double share = window.signal() == WorkSignal.COUNTERS ? 0 : LATE_SHARE;
    long tolerance = Math.max(settings.switchingNanos(), (long) (length * share));
    return state.readBacks.proof(activityName, wished, start, window.endNanos(), tolerance);
  }

  /** Whether the node will not report a window's time any more. */
  static boolean isOverdue(LoopState state, WorkWindow window) {
    return state.clockNanos - window.endNanos() > LONGEST_WAIT_NANOS;
  }

  /** The policy is shown a window whose settings are proven. */
  void use(LoopState state, KernelRecord record, WorkWindow window, Ladders allowed) {
    OptionalDouble rate = record.rate(window);
    if (rate.isEmpty()) {
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "unknown-work");
      return;
    }
    state.counts.count(LoopCounts.Kind.EVIDENCE_USED, "");
    record.take(
        policy(state)
            .next(
                record.memory,
                new Evidence(
                    rate.getAsDouble(),
                    window.endNanos(),
                    record.bins,
                    window.valuBusy(),
                    state.power.mean(window.startNanos(), window.endNanos())),
                allowed));
    state.isCalm &= record.reason.isEmpty();
  }
}
