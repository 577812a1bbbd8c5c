package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How {@link FinePolicy} goes from one state to the next, and what it says of it. */
final class FineMoves {
  /** What a look may cost is not known to the last bit. */
  private static final double RESUME_MARGIN = 1.2;

  private final FineSettings settings;

  FineMoves(FineSettings settings) {
    this.settings = settings;
  }

  /** The trial's settings are the best ones known. */
  void accept(FineDraft draft) {
    draft.bestRungs = new HashMap<>(draft.rungs);
    draft.best = draft.trial;
    draft.scores = draft.scores.accepted();
    draft.queue.remove(draft.trying);
  }

  /** To what there is to try next from the best settings known. */
  Turn advance(FineDraft draft, Evidence evidence, Ladders ladders, String because) {
    long now = evidence.endNanos();
    Set<String> lowerable = FinePolicy.lowerable(draft, evidence, ladders);
    draft.queue.removeIf(name -> !lowerable.contains(name));
    if (lowerable.isEmpty()) {
      return rest(draft, now, because, ladders);
    }
    FineSteps steps = steps(draft, ladders);
    boolean isSingle = !draft.queue.isEmpty();
    Set<String> next = next(draft, steps, lowerable);
    if (!mayLook(draft, steps, next, 1, now)) {
      return rest(draft, now, because + "; looking has cost enough for now", ladders);
    }
    draft.trying = next.size() == 1 ? next.iterator().next() : "";
    Map<String, Integer> lower = new HashMap<>(draft.bestRungs);
    next.forEach(name -> lower.put(name, steps.lower(name)));
    draft.enter(isSingle ? FineState.SINGLE : FineState.LOWER, lower, now);
    String reason = isSingle ? PolicyReason.RETRY_SINGLE : PolicyReason.LOWER;
    return turn(draft, reason, because + "; one rung lower", ladders);
  }

  private static Set<String> next(FineDraft draft, FineSteps steps, Set<String> lowerable) {
    return draft.queue.isEmpty() ? steps.next(lowerable) : Set.of(draft.queue.get(0));
  }

  private static boolean mayLook(
      FineDraft draft, FineSteps steps, Set<String> next, double margin, long nowNanos) {
    double mostLost = steps.mostLoss(next) * secondsOfALook(draft, nowNanos);
    return draft.budget.allows(margin * mostLost, steps.isFar(next), nowNanos);
  }

  /** Goes on where something may be lowered by now, and looking has not cost too much. */
  Optional<Turn> resume(FineDraft draft, Evidence evidence, Ladders ladders) {
    Set<String> lowerable = FinePolicy.lowerable(draft, evidence, ladders);
    if (lowerable.isEmpty()) {
      return Optional.empty();
    }
    draft.queue.removeIf(name -> !lowerable.contains(name));
    FineSteps steps = steps(draft, ladders);
    Set<String> next = next(draft, steps, lowerable);
    return mayLook(draft, steps, next, RESUME_MARGIN, evidence.endNanos())
        ? Optional.of(
            advance(draft, evidence, ladders, "something may be tried that could not before"))
        : Optional.empty();
  }

  private FineSteps steps(FineDraft draft, Ladders ladders) {
    return new FineSteps(
        ladders, draft.bestRungs, draft.scores.bestWatts(draft.best.mean(), settings.objective()));
  }

  /** How long a trial that is a clear loss would last: two invocations and the way back. */
  private static double secondsOfALook(FineDraft draft, long nowNanos) {
    long count = draft.trial.count();
    return count == 0 ? 0 : 3 * secondsOfTrial(draft, nowNanos) / count;
  }

  /** For how long the trial has been measured, with the time before its first invocation ended. */
  private static double secondsOfTrial(FineDraft draft, long nowNanos) {
    long count = draft.trial.count();
    double between = Math.max(0, nowNanos - draft.trialNanos) * 1e-9;
    return count < 2 ? between : between * count / (count - 1);
  }

  /**
   * Nothing more is tried now. What was found is kept after own settings have been measured again:
   * a program that became faster while lower settings were tried would hide what they lose.
   */
  private Turn rest(FineDraft draft, long nowNanos, String because, Ladders ladders) {
    draft.trying = "";
    if (draft.state != FineState.REMEASURE && !draft.bestRungs.isEmpty()) {
      draft.enter(FineState.REMEASURE, Map.of(), nowNanos);
      return turn(
          draft, PolicyReason.CONFIRM, because + "; own settings are measured again to confirm");
    }
    String known = draft.scores.best().count() == 0 ? ", by the rate alone: no power is known" : "";
    draft.enter(FineState.SETTLED, draft.bestRungs, nowNanos);
    return turn(draft, PolicyReason.SETTLED, because + "; settled" + known, ladders);
  }

  /** Back to the best settings known, to see whether it was the change. */
  Turn revert(FineDraft draft, long nowNanos, RateComparison comparison) {
    draft.reverts++;
    draft.fallen = draft.trial;
    draft.budget = draft.budget.due(lostSeconds(draft, nowNanos, comparison));
    draft.enter(FineState.REVERT, draft.bestRungs, nowNanos);
    return turn(draft, PolicyReason.REVERT, "it fell back to " + text(comparison) + "; reverted");
  }

  /** What the trial has lost beyond the tolerance. */
  private double lostSeconds(FineDraft draft, long nowNanos, RateComparison comparison) {
    double lost = Math.max(0, 1 - settings.tolerance() - comparison.ratio());
    return lost * secondsOfTrial(draft, nowNanos);
  }

  /** The rate came back, so it was what has been tried. */
  void blame(FineDraft draft, Evidence evidence, Ladders ladders) {
    draft.budget = draft.budget.paid(evidence.endNanos());
    if (draft.reverts > settings.mostReverts()) {
      draft.frozen = new ArrayList<>(ladders.names());
    } else if (draft.trying.isEmpty()) {
      draft.queue = steps(draft, ladders).ordered(tried(draft, evidence, ladders));
    } else {
      draft.frozen.add(draft.trying);
    }
  }

  /** What was lowered together in the trial. */
  private Set<String> tried(FineDraft draft, Evidence evidence, Ladders ladders) {
    Set<String> lowerable = FinePolicy.lowerable(draft, evidence, ladders);
    return lowerable.isEmpty() ? lowerable : steps(draft, ladders).next(lowerable);
  }

  /** The trial keeps the rate and gains nothing: what was tried stays where it was. */
  Turn reject(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison scores = draft.scores.comparison();
    draft.reverts++;
    blame(draft, evidence, ladders);
    return advance(
        draft,
        evidence,
        ladders,
        String.format(
            Locale.ROOT,
            "its %s is %.4f +- %.4f of that before, which is no gain",
            settings.objective().text(),
            scores.ratio(),
            scores.standardError()));
  }

  /** What was learned was for another goal. */
  Turn otherGoal(KernelMemory anew) {
    return new Turn(
        anew,
        PolicyReason.MEASURE,
        "'" + anew.activityName() + "': the goal is another one; measured anew at own settings.");
  }

  /** The trial is faster than anything before: an effect, or another phase? */
  Turn confirmFaster(FineDraft draft, long nowNanos, RateComparison comparison) {
    accept(draft);
    draft.faster = true;
    draft.enter(FineState.REMEASURE, Map.of(), nowNanos);
    return turn(
        draft,
        PolicyReason.CONFIRM_FASTER,
        "it delivers " + text(comparison) + "; own settings are measured again to confirm");
  }

  /** The reference is old. */
  Turn remeasure(FineDraft draft, Evidence evidence, Ladders ladders) {
    if (draft.bestRungs.isEmpty()) {
      // It has been watched at own settings all the time.
      draft.referenceNanos = evidence.endNanos();
      return resume(draft, evidence, ladders).orElseGet(() -> Turn.gathering(draft.memory()));
    }
    draft.enter(FineState.REMEASURE, Map.of(), evidence.endNanos());
    return turn(draft, PolicyReason.REMEASURE, "its reference is old; own settings for a while");
  }

  /** The rate at unchanged settings is another one: all over again. */
  Turn phaseChange(FineDraft draft, long nowNanos, RateComparison comparison) {
    boolean isSoon = nowNanos - draft.restartedNanos < settings.remeasureAfterNanos();
    draft.restarts = isSoon ? draft.restarts : 0;
    return restart(
        draft,
        nowNanos,
        PolicyReason.PHASE_CHANGE,
        "its rate changed by itself to " + text(comparison));
  }

  /** Begins anew, but not again and again. */
  private Turn restart(FineDraft draft, long nowNanos, String reason, String because) {
    draft.restarts++;
    draft.budget = draft.budget.due(0);
    draft.restartedNanos = nowNanos;
    if (draft.restarts > settings.mostRestarts()) {
      return giveUp(draft, nowNanos, because + ", and it had to begin anew too often");
    }
    forget(draft);
    draft.enter(FineState.MEASURE, Map.of(), nowNanos);
    return turn(draft, reason, because + "; measured anew at own settings");
  }

  /**
   * The spread of the rates is too large for the tolerance. It may be a phase that has changed
   * among them, so it is believed when it is seen twice.
   */
  Turn tooNoisy(FineDraft draft, long nowNanos, double noise) {
    String because =
        "with %s of noise %s invocations do not show a loss of %s"
            .formatted(percent(noise), settings.most(), percent(settings.tolerance()));
    if (draft.reference.count() > 0) {
      return giveUp(draft, nowNanos, because);
    }
    draft.reference = draft.trial;
    draft.enter(FineState.MEASURE, Map.of(), nowNanos);
    return turn(draft, PolicyReason.MEASURE, because + "; measured once more");
  }

  /** The spread is larger than when the reference was measured. */
  Turn unclear(FineDraft draft, long nowNanos, RateComparison comparison) {
    return restart(
        draft,
        nowNanos,
        PolicyReason.MEASURE,
        "after %s invocations it delivers %s, which does not show a loss of %s"
            .formatted(settings.most(), text(comparison), percent(settings.tolerance())));
  }

  Turn giveUp(FineDraft draft, long nowNanos, String because) {
    forget(draft);
    draft.enter(FineState.CANNOT_TELL, Map.of(), nowNanos);
    return turn(draft, PolicyReason.CANNOT_TELL, because + "; own settings from now on");
  }

  /** A tunable could not be set: it is given up. */
  Turn refused(FineDraft draft, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
    Map<String, Integer> best = ladders.clipped(draft.bestRungs);
    String because = "'" + tunable + "' was refused";
    if (!best.equals(draft.bestRungs)) {
      forget(draft);
      draft.enter(FineState.MEASURE, Map.of(), draft.sinceNanos);
      return turn(draft, PolicyReason.REFUSED, because + "; measured anew at own settings");
    }
    if (draft.state != FineState.LOWER && draft.state != FineState.SINGLE) {
      return Turn.gathering(draft.memory());
    }
    var evidence = Evidence.ofRate(0, draft.sinceNanos).withBins(bins);
    Turn turn = advance(draft, evidence, ladders, because);
    return new Turn(turn.memory(), PolicyReason.REFUSED, turn.detail());
  }

  private static void forget(FineDraft draft) {
    draft.reference = RateStatistics.NONE;
    draft.fallen = RateStatistics.NONE;
    draft.scores = FineScores.NONE;
    draft.bestRungs = new HashMap<>();
    draft.frozen = new ArrayList<>();
    draft.queue = new ArrayList<>();
    draft.trying = "";
    draft.faster = false;
    draft.reverts = 0;
  }

  private static Turn turn(FineDraft draft, String reason, String what, Ladders ladders) {
    return turn(draft, reason, what + " at " + ladders.text(draft.rungs));
  }

  private static Turn turn(FineDraft draft, String reason, String what) {
    return new Turn(draft.memory(), reason, "'" + draft.activityName() + "': " + what + ".");
  }

  static String text(RateComparison comparison) {
    return String.format(
        Locale.ROOT,
        "%.4f +- %.4f of the rate compared with",
        comparison.ratio(),
        comparison.standardError());
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", share * 100);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
