package io.wattune.core.loop;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.policy.Ladders;
import java.util.HashSet;
import java.util.Set;

/** What a node's answers mean for what is in force, for what may be wished, and for when to try. */
final class Answers {
  /** A tunable that fails so many times without being set between is given up for a time. */
  static final int MOST_FAILURES = 3;

  /** Longest time to wait after refusals. */
  private static final long LONGEST_WAIT_NANOS = 300_000_000_000L;

  private static final Set<String> BEYOND =
      Set.of(
          ActuationReason.OUT_OF_BOUNDS.code(),
          ActuationReason.OUT_OF_RANGE.code(),
          ActuationReason.OFF_STEP.code());

  private static final Set<String> NEVER_ALLOWED =
      Set.of(
          ActuationReason.UNKNOWN_CONTROL.code(),
          ActuationReason.NOT_LISTED.code(),
          ActuationReason.WRONG_UNIT.code());

  /** The writer begins a new life, for which the node's file is read anew. */
  private static final Set<String> BETWEEN_LIVES =
      Set.of(ActuationReason.STOPPED.code(), ActuationReason.EARLIER_LIFE.code());

  private final LoopSettings settings;
  private final Judging judging;

  Answers(LoopSettings settings, Judging judging) {
    this.settings = settings;
    this.judging = judging;
  }

  void take(LoopState state, Actuation actuation) {
    if (!EvidenceFilter.isPlausible(actuation.atNanos())) {
      state.counts.count(LoopCounts.Kind.REFUSED, "implausible-time");
      return;
    }
    SentDecision decision = state.inForce.unanswered(actuation.epoch(), actuation.sequence());
    switch (actuation.outcome()) {
      case APPLIED, PENDING, RENEWED -> {
        if (decision == null) {
          meetStranger(state, actuation);
        } else {
          if (actuation.outcome() != ActuationOutcome.RENEWED) {
            state.inForce.onWritten(decision, actuation.atNanos(), state.clockNanos);
          }
          state.inForce.onConfirmed(decision, actuation.atNanos());
          if (decision.isAfter(state.refusedEpoch, state.refusedSequence)) {
            state.refusals = 0;
            state.retryNanos = LoopState.NEVER;
          }
          actuation.controls().forEach(control -> state.failures.remove(control.tunable()));
          actuation.controls().stream()
              .filter(control -> control.status() == ControlStatus.SET)
              .forEach(control -> state.givenUp.wasSet(control.tunable()));
        }
      }
      case PARTLY_APPLIED -> {
        if (decision != null || isSetByOthers(state, actuation)) {
          refuse(state, actuation);
          state.inForce.onUnknown(state.clockNanos);
        } else {
          meetStranger(state, actuation);
        }
      }
      case REFUSED -> {
        boolean isRepeat = actuation.reason().equals(ActuationReason.OLD_SEQUENCE.code());
        if (isRepeat) {
          // The node has seen this decision before, or a newer one: that answer counts.
          state.counts.count(LoopCounts.Kind.REFUSED, actuation.reason());
        } else if (decision != null && isShadow(actuation)) {
          // The node is in shadow mode, as configured: decisions still go to it, at the pace of
          // renewals.
          state.counts.count(LoopCounts.Kind.REFUSED, actuation.reason());
          state.inForce.onRefused(decision, state.clockNanos);
          state.retryNanos =
              Math.max(state.clockNanos, actuation.atNanos()) + settings.renewAfterNanos();
        } else if (decision != null) {
          state.inForce.onRefused(decision, state.clockNanos);
          refuse(state, actuation);
        }
      }
      case SWITCHED -> {
        if (hasFailure(actuation)
            && state.inForce.isNewest(actuation.epoch(), actuation.sequence())) {
          refuse(state, actuation);
          state.inForce.onUnknown(state.clockNanos);
        }
      }
      case RESTORED -> {
        if (hasSteppedBack(state, actuation)) {
          correctClock(state, actuation.atNanos());
        }
        state.inForce.onRestored(actuation.atNanos(), state.clockNanos);
        if (BETWEEN_LIVES.contains(actuation.reason())) {
          state.forgetRefusals();
        }
      }
      case CLAIMED -> {}
    }
  }

  /** A decision is in force that is not expected to be: another controller's, or one refused. */
  private static void meetStranger(LoopState state, Actuation actuation) {
    if (state.inForce.isUnheardOf(actuation.epoch(), actuation.sequence())) {
      state.inForce.onStranger(actuation.epoch(), actuation.sequence(), state.clockNanos);
    }
  }

  private static boolean isShadow(Actuation actuation) {
    return actuation.reason().equals(ActuationReason.SHADOW.code());
  }

  /** Of what was confirmed before, somebody else has changed a part. */
  private static boolean isSetByOthers(LoopState state, Actuation actuation) {
    return actuation.reason().equals(ActuationReason.OUTSIDE_CHANGE.code())
        && state.inForce.isNewest(actuation.epoch(), actuation.sequence());
  }

  /**
   * Whether what was in force has ended because the node's clock was set back. By its time the
   * answer is older than that to the decision itself, as if it were a repeat.
   */
  private static boolean hasSteppedBack(LoopState state, Actuation actuation) {
    return actuation.reason().equals(ActuationReason.CLOCK_STEPPED.code())
        && actuation.atNanos() < state.clockNanos
        && state.inForce.isPossible(actuation.epoch(), actuation.sequence());
  }

  private static boolean hasFailure(Actuation actuation) {
    return actuation.controls().stream().anyMatch(each -> each.status() == ControlStatus.FAILED);
  }

  private void refuse(LoopState state, Actuation actuation) {
    state.counts.count(LoopCounts.Kind.REFUSED, actuation.reason());
    if (actuation.reason().equals(ActuationReason.FROM_THE_FUTURE.code())) {
      correctClock(state, actuation.atNanos());
    }
    // Each refusal in a row doubles the wait: a node that refuses must not be asked in a storm.
    // Those of decisions that were under way together count once: a controller that is behind has
    // sent many before it reads the first answer.
    if (isAfter(actuation, state.roundEpoch, state.roundSequence)) {
      state.refusals++;
      state.roundEpoch = state.inForce.newestEpoch();
      state.roundSequence = state.inForce.newestSequence();
    }
    int doublings = Math.min(Math.max(state.refusals - 1, 0), 20);
    state.refusedEpoch = actuation.epoch();
    state.refusedSequence = actuation.sequence();
    long wait = Math.min(settings.renewAfterNanos() << doublings, LONGEST_WAIT_NANOS);
    state.retryNanos = Math.max(state.clockNanos, actuation.atNanos()) + wait;
    if (state.setByHand != null) {
      return; // What an operator may not have says nothing of what the policy may.
    }
    Set<String> cut = new HashSet<>();
    for (ControlOutcome control : actuation.controls()) {
      if (cuts(state, control)) {
        cut.add(control.tunable());
      }
    }
    if (!cut.isEmpty()) {
      informPolicy(state, cut);
    }
  }

  private static boolean isAfter(Actuation actuation, long epoch, long sequence) {
    return actuation.epoch() != epoch ? actuation.epoch() > epoch : actuation.sequence() > sequence;
  }

  /** Whether a control's refusal leaves its tunable fewer values. */
  private static boolean cuts(LoopState state, ControlOutcome control) {
    if (control.status() != ControlStatus.REFUSED && control.status() != ControlStatus.FAILED) {
      return false;
    }
    String tunable = control.tunable();
    if (BEYOND.contains(control.reason()) && control.wished().isPresent()) {
      state.floors.merge(tunable, control.wished().getAsLong() + 1, Math::max);
      return true;
    }
    boolean isHopeless = NEVER_ALLOWED.contains(control.reason());
    if (!isHopeless
        && control.status() == ControlStatus.FAILED
        && state.failures.merge(tunable, 1, Integer::sum) >= MOST_FAILURES) {
      state.givenUp.add(tunable, state.clockNanos);
      isHopeless = true;
    }
    if (isHopeless) {
      state.floors.put(tunable, Long.MAX_VALUE);
    }
    return isHopeless;
  }

  private void informPolicy(LoopState state, Set<String> cut) {
    state.ladders = null;
    Ladders ladders = state.ladders();
    for (KernelRecord record : state.records()) {
      for (String tunable : cut) {
        record.take(judging.policy(state).refused(record.memory, tunable, record.bins, ladders));
      }
    }
  }

  private static void correctClock(LoopState state, long nowNanos) {
    state.correctClock(nowNanos);
    if (state.heat != null) {
      state.heat.forget();
    }
  }
}
