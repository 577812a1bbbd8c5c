package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers the tunables of a kernel as far as its delivered work rate stays within a tolerance:
 * Harmonia's fine-grain half (Paul et al. 2015, algorithm 1, lines for unchanged bins), one kernel
 * by itself, judged by statistics.
 *
 * <pre>
 *              .------------------------ begins anew -------------------.
 *              v                                                        |
 *  begin -> MEASURE --lower--> LOWER --revert--> REVERT --retry-single--+-> SINGLE
 *              |               | ^               |   |                  |   (goes on
 *              |       confirm,| |               |   |                  |    as LOWER)
 *              | confirm-faster| |      confirm  |   |settled           |
 *              |               v |  .------------'   v                  |
 *              |            REMEASURE <-remeasure- SETTLED -------------'
 *              |               '------settled----^
 *              '-------------------settled-------'
 *  MEASURE twice too noisy, or begun anew too often: CANNOT_TELL, which stays
 * </pre>
 *
 * <table>
 * <caption>Transitions, each by one more invocation at the wished settings</caption>
 * <tr><th>from</th><th>to</th></tr>
 * <tr><td>MEASURE</td><td>reference precise: LOWER, or SETTLED with nothing to lower; too noisy:
 *     MEASURE once more, then CANNOT_TELL; without work: CANNOT_TELL</td></tr>
 * <tr><td>LOWER, SINGLE</td><td>keeps up: LOWER, from SINGLE also SINGLE, or with nothing more to
 *     try REMEASURE, which confirms; keeps up and the objective gains nothing: LOWER, SINGLE,
 *     SETTLED; falls back, or is not distinguished from the limit: REVERT; faster than any
 *     before: REMEASURE; too noisy: MEASURE</td></tr>
 * <tr><td>REVERT</td><td>rate is back: the culprit is frozen or the suspects are tried, so LOWER,
 *     SINGLE, or with nothing more to try REMEASURE, SETTLED; another rate: MEASURE</td></tr>
 * <tr><td>SETTLED</td><td>another rate: MEASURE; looking had cost enough and there is time for more:
 *     LOWER, SINGLE; reference is old: REMEASURE, or where the settled
 *     settings are the own ones, LOWER if there is something to lower by now</td></tr>
 * <tr><td>REMEASURE</td><td>as it was: LOWER, SINGLE, SETTLED; another rate, or own settings are
 *     better: MEASURE</td></tr>
 * <tr><td>CANNOT_TELL</td><td>none</td></tr>
 * </table>
 *
 * <p>Where a kernel begins anew too often, CANNOT_TELL takes the place of MEASURE. A refused
 * setting leads from LOWER and SINGLE on to LOWER, SINGLE or SETTLED without it, and from any state
 * but CANNOT_TELL to MEASURE if the best settings known are refused.
 *
 * <p>Bounds. From MEASURE to SETTLED or CANNOT_TELL it takes at most {@code 2 + 2 rungs + 2
 * (mostReverts + 1)} judgements where it need not begin anew, and it begins anew {@code
 * mostRestarts} times at most in short order. A clear loss is seen by two invocations ({@link
 * RateComparison#fallsBackClearly}). What trials lose beyond the tolerance is at most 1 % of any
 * ten minutes; {@link LossBudget} says how, and with which exception. Where that is spent, nothing
 * more is tried until the reference is old. Nothing is settled below own settings that was not
 * confirmed there afterwards, by rate and by objective. Tests: {@code FinePolicyTest} walks every
 * edge, {@code FineLossPropertyTest} and {@code FineObjectivePropertyTest} hold losses and
 * objective on random plants, {@code DeviceLoopPropertyTest} the rest.
 *
 * <p>Objective: where power is known, a step that keeps the rate is kept only if it lowers the
 * objective per work, see {@link FineScores}, or seems to where that is too noisy to say within
 * four times the fewest invocations. Without power each step that keeps the rate is kept.
 *
 * <p>Differs from the source: work per second instead of VALUBusy, which does not fall with the
 * clock; the best rate known instead of the previous one, so that small losses do not add up; means
 * with their standard errors instead of one value; back to the settings before and measured there
 * before a tunable is blamed, which distinguishes a phase from an effect; see {@code
 * docs/decisions/0007}.
 */
public final class FinePolicy implements Policy {
  /** Its name. */
  public static final String NAME = "fine";

  /** With so many times the fewest invocations a trial whose rate is kept has been looked at. */
  private static final int LONGEST_FOR_SCORES = 4;

  private final FineSettings settings;
  private final FineMoves moves;

  /** With these settings. */
  public FinePolicy(FineSettings settings) {
    this.settings = settings;
    this.moves = new FineMoves(settings);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<KernelMemory> begin(String activityName, long timeNanos) {
    return Optional.of(
        new FineMemory(
            activityName,
            FineState.MEASURE,
            Map.of(),
            Map.of(),
            List.of(),
            "",
            List.of(),
            RateStatistics.NONE,
            RateStatistics.NONE,
            RateStatistics.NONE,
            RateStatistics.NONE,
            RateStatistics.NONE,
            FineScores.NONE,
            LossBudget.full(timeNanos),
            settings.tolerance(),
            settings.objective(),
            false,
            0,
            0,
            timeNanos,
            timeNanos,
            timeNanos,
            timeNanos));
  }

  @Override
  public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
    FineMemory fine = FineMemory.of(memory);
    if (!fine.isFor(settings)) {
      return moves.otherGoal(begin(fine.activityName(), evidence.endNanos()).orElseThrow());
    }
    if (memory.hasGivenUp()) {
      return Turn.gathering(memory);
    }
    var draft = new FineDraft(fine);
    if (draft.trial.count() == 0) {
      draft.trialNanos = evidence.endNanos();
    }
    draft.trial = draft.trial.plus(evidence.rate());
    draft.scores = draft.scores.plus(evidence, settings.objective());
    if (draft.state == FineState.SETTLED && isOld(draft, evidence)) {
      return moves.remeasure(draft, evidence, ladders);
    }
    if (!isLook(draft.trial.count()) && !isEarlyLook(draft)) {
      return Turn.gathering(draft.memory());
    }
    return switch (draft.state) {
      case MEASURE -> measured(draft, evidence, ladders);
      case LOWER, SINGLE -> tried(draft, evidence, ladders);
      case REVERT -> reverted(draft, evidence, ladders);
      case SETTLED -> watched(draft, evidence, ladders);
      case REMEASURE -> remeasured(draft, evidence, ladders);
      case CANNOT_TELL -> throw new AssertionError("left above");
    };
  }

  @Override
  public Turn refused(
      KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
    FineMemory fine = FineMemory.of(memory);
    int lowest = ladders.lowest(tunable);
    boolean isTouched =
        fine.rungs().getOrDefault(tunable, 0) > lowest
            || fine.bestRungs().getOrDefault(tunable, 0) > lowest;
    return isTouched && !fine.hasGivenUp()
        ? moves.refused(new FineDraft(fine), tunable, bins, ladders)
        : Turn.gathering(memory);
  }

  /** Judged at doubling counts only: each look is one more chance to be wrong. */
  private boolean isLook(long count) {
    long look = settings.fewest();
    while (look < count && look < settings.most()) {
      look *= 2;
    }
    return count == look || count >= settings.most();
  }

  /**
   * A clear loss must not last until there are enough invocations to judge a small one by, nor a
   * return to what was good.
   */
  private boolean isEarlyLook(FineDraft draft) {
    boolean isTrial =
        draft.state == FineState.LOWER
            || draft.state == FineState.SINGLE
            || draft.state == FineState.REVERT;
    return isTrial && draft.trial.count() >= 2 && isEarly(draft);
  }

  private boolean isEarly(FineDraft draft) {
    return draft.trial.count() < settings.fewest();
  }

  private boolean isOld(FineDraft draft, Evidence evidence) {
    return evidence.endNanos() - draft.referenceNanos >= settings.remeasureAfterNanos();
  }

  private boolean isLast(FineDraft draft) {
    return draft.trial.count() >= settings.most();
  }

  /** Standard deviation of one rate, as a share of their mean. */
  private static double noise(RateStatistics rates) {
    return Math.sqrt(rates.squares() / (double) (rates.count() - 1)) / rates.mean();
  }

  /** Half the tolerance for what others are compared with leaves the other half for those. */
  private boolean isReference(RateStatistics rates) {
    double error = settings.certainty() * noise(rates) / Math.sqrt((double) rates.count());
    return error <= settings.tolerance() / 2;
  }

  private Turn measured(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateStatistics rates = draft.trial;
    if (rates.mean() <= 0) {
      return moves.giveUp(draft, evidence.endNanos(), "it delivers no work");
    }
    double noise = noise(rates);
    if (!isReference(rates)) {
      if (!isLast(draft)) {
        return Turn.gathering(draft.memory());
      }
      if (settings.certainty() * noise * Math.sqrt(2.0 / settings.most()) > settings.tolerance()) {
        return moves.tooNoisy(draft, evidence.endNanos(), noise);
      }
    }
    draft.reference = rates;
    draft.benchmark = rates;
    draft.best = rates;
    draft.scores = draft.scores.accepted();
    draft.referenceNanos = evidence.endNanos();
    return moves.advance(
        draft,
        evidence,
        ladders,
        "its reference is %s of work per second with %s of noise"
            .formatted(FineMoves.number(rates.mean()), FineMoves.percent(noise)));
  }

  private Turn tried(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.benchmark);
    if (isEarly(draft)) {
      return comparison.fallsBackClearly(settings)
          ? moves.revert(draft, evidence.endNanos(), comparison)
          : Turn.gathering(draft.memory());
    }
    if (comparison.isFaster(settings)) {
      // It may become the benchmark, so it has to be known as well as a reference.
      return isReference(draft.trial) || isLast(draft)
          ? moves.confirmFaster(draft, evidence.endNanos(), comparison)
          : Turn.gathering(draft.memory());
    }
    if (comparison.keepsUp(settings)) {
      return keptUp(draft, evidence, ladders, comparison);
    }
    boolean isNearTheLimit = isLast(draft) && comparison.isPrecise(settings);
    if (comparison.fallsBack(settings) || isNearTheLimit) {
      return moves.revert(draft, evidence.endNanos(), comparison);
    }
    return isLast(draft)
        ? moves.unclear(draft, evidence.endNanos(), comparison)
        : Turn.gathering(draft.memory());
  }

  /** The rate is kept: is anything gained by it? */
  private Turn keptUp(
      FineDraft draft, Evidence evidence, Ladders ladders, RateComparison comparison) {
    FineScores.TrialComparison verdict = draft.scores.verdict(settings);
    boolean mayWait = draft.trial.count() < (long) LONGEST_FOR_SCORES * settings.fewest();
    if (verdict == FineScores.TrialComparison.UNCLEAR && mayWait && !isLast(draft)) {
      return Turn.gathering(draft.memory());
    }
    boolean isNoGain =
        verdict == FineScores.TrialComparison.DOES_NOT_LOWER
            || (verdict == FineScores.TrialComparison.UNCLEAR && !draft.scores.seemsLower());
    if (isNoGain) {
      return moves.reject(draft, evidence, ladders);
    }
    moves.accept(draft);
    return moves.advance(draft, evidence, ladders, "it keeps " + FineMoves.text(comparison));
  }

  /**
   * Judges whether the rate is back, against the middle between the rate before the trial and the
   * rate in it: as few invocations decide that as showed the loss. Whether it is within 2 % of the
   * rate before may never be known, where that one rests on few invocations.
   */
  private Turn reverted(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.best);
    double middle = (1 + draft.fallen.mean() / draft.best.mean()) / 2;
    boolean isBack = comparison.isClearlyAbove(middle, settings);
    if (isEarly(draft) && !isBack && !comparison.isClearlyBelow(middle, settings)) {
      return Turn.gathering(draft.memory());
    }
    if (comparison.isAnother(settings)) {
      return moves.phaseChange(draft, evidence.endNanos(), comparison);
    }
    if (!isBack && !comparison.isPrecise(settings) && !isLast(draft)) {
      return Turn.gathering(draft.memory());
    }
    moves.blame(draft, evidence, ladders);
    return moves.advance(
        draft, evidence, ladders, "its rate came back to " + FineMoves.text(comparison));
  }

  private Turn watched(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.best);
    if (comparison.isAnother(settings)) {
      return moves.phaseChange(draft, evidence.endNanos(), comparison);
    }
    if (comparison.isPrecise(settings) || isLast(draft)) {
      Optional<Turn> resumed = moves.resume(draft, evidence, ladders);
      if (resumed.isPresent()) {
        return resumed.get();
      }
      draft.trial = RateStatistics.NONE;
    }
    return Turn.gathering(draft.memory());
  }

  private Turn remeasured(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.reference);
    if (comparison.isAnother(settings)) {
      return moves.phaseChange(draft, evidence.endNanos(), comparison);
    }
    if (!comparison.isPrecise(settings) && !isLast(draft)) {
      return Turn.gathering(draft.memory());
    }
    if (draft.faster) {
      draft.faster = false;
      draft.benchmark = draft.best;
    } else if (RateComparison.of(draft.best, draft.trial).fallsBack(settings)
        || draft.scores.isOwnBetter(settings)) {
      // Each step of a slow drift was within the tolerance, their sum is not; or what the best
      // settings were found to be worth was another phase's.
      return moves.phaseChange(draft, evidence.endNanos(), comparison);
    } else {
      if (draft.benchmark.equals(draft.reference)) {
        draft.benchmark = draft.trial;
      }
      draft.reference = draft.trial;
    }
    draft.referenceNanos = evidence.endNanos();
    return moves.advance(
        draft, evidence, ladders, "at own settings it delivers " + FineMoves.text(comparison));
  }

  /** Tunables that may go one rung lower from the best settings known. */
  static Set<String> lowerable(FineDraft draft, Evidence evidence, Ladders ladders) {
    Set<String> names = ladders.names();
    names.removeAll(draft.frozen);
    names.removeIf(evidence::isSensitive);
    names.removeIf(name -> draft.bestRungs.getOrDefault(name, 0) >= ladders.lowest(name));
    return names;
  }
}
