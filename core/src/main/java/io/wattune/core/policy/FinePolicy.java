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
 *              |               | ^ |               | |                  |   (goes on
 *              |               | | '---settled---. | |                  |    as LOWER)
 *              |   confirm-faster|               | | |                  |
 *              |               v |               v v |                  |
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
 * <tr><td>LOWER, SINGLE</td><td>keeps up: LOWER, SETTLED, from SINGLE also SINGLE; falls back, or
 *     is not told from the limit: REVERT; faster than any before: REMEASURE; too noisy:
 *     MEASURE</td></tr>
 * <tr><td>REVERT</td><td>rate is back: the culprit is frozen or the suspects are tried, so LOWER,
 *     SINGLE, SETTLED; another rate: MEASURE</td></tr>
 * <tr><td>SETTLED</td><td>another rate: MEASURE; reference is old: REMEASURE, or where the settled
 *     settings are the own ones, LOWER if there is something to lower by now</td></tr>
 * <tr><td>REMEASURE</td><td>as it was: LOWER, SINGLE, SETTLED; another rate: MEASURE</td></tr>
 * <tr><td>CANNOT_TELL</td><td>none</td></tr>
 * </table>
 *
 * <p>Where a kernel begins anew too often, CANNOT_TELL takes the place of MEASURE. A refused
 * setting leads from LOWER and SINGLE on to LOWER, SINGLE or SETTLED without it, and from any state
 * but CANNOT_TELL to MEASURE if the best settings known are refused.
 *
 * <p>Bound: from MEASURE to SETTLED or CANNOT_TELL it takes at most {@link #mostInvocations} where
 * it need not begin anew, and it begins anew {@code mostRestarts} times at most in short order.
 * Tests: {@code FinePolicyTest} walks every edge, {@code DeviceLoopPropertyTest} holds random
 * plants against it.
 *
 * <p>Differs from the source: work per second instead of VALUBusy, which does not fall with the
 * clock; the best rate known instead of the previous one, so that small losses do not add up; means
 * with their standard errors instead of one value; back to the settings before and measured there
 * before a tunable is blamed, which tells a phase from an effect; see {@code docs/decisions/0007}.
 */
public final class FinePolicy implements Policy {
  /** Its name. */
  public static final String NAME = "fine";

  private final FineSettings settings;
  private final FineMoves moves;

  /** With these settings. */
  public FinePolicy(FineSettings settings) {
    this.settings = settings;
    this.moves = new FineMoves(settings);
  }

  /** Most invocations, measured at the wished settings, until a steady kernel is settled. */
  public static long mostInvocations(FineSettings settings, Ladders ladders) {
    long rungs = ladders.names().stream().mapToLong(ladders::lowest).sum();
    long judgements = 1 + 2 * rungs + 2L * (settings.mostReverts() + 1);
    return judgements * settings.most();
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
            false,
            0,
            0,
            timeNanos,
            timeNanos,
            timeNanos));
  }

  @Override
  public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
    if (memory.hasGivenUp()) {
      return Turn.gathering(memory);
    }
    var draft = new FineDraft(FineMemory.of(memory));
    draft.trial = draft.trial.plus(evidence.rate());
    if (draft.state == FineState.SETTLED && isOld(draft, evidence)) {
      return moves.remeasure(draft, evidence, ladders);
    }
    if (!isLook(draft.trial.count())) {
      return Turn.gathering(draft.memory());
    }
    return switch (draft.state) {
      case MEASURE -> measured(draft, evidence, ladders);
      case LOWER, SINGLE -> tried(draft, evidence, ladders);
      case REVERT -> reverted(draft, evidence, ladders);
      case SETTLED -> watched(draft, evidence);
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
      return moves.cannotTell(draft, evidence.endNanos(), "it delivers no work");
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
    draft.referenceNanos = evidence.endNanos();
    return moves.advance(
        draft,
        evidence,
        ladders,
        "its reference is "
            + FineMoves.number(rates.mean())
            + " of work per second with "
            + FineMoves.percent(noise)
            + " of noise");
  }

  private Turn tried(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.benchmark);
    if (comparison.isFaster(settings)) {
      // It may become the benchmark, so it has to be known as well as a reference.
      return isReference(draft.trial) || isLast(draft)
          ? moves.confirmFaster(draft, evidence.endNanos(), comparison)
          : Turn.gathering(draft.memory());
    }
    if (comparison.keepsUp(settings)) {
      moves.accept(draft);
      return moves.advance(draft, evidence, ladders, "it keeps " + FineMoves.text(comparison));
    }
    boolean isNearTheLimit = isLast(draft) && comparison.isPrecise(settings);
    if (comparison.fallsBack(settings) || isNearTheLimit) {
      return moves.revert(draft, evidence.endNanos(), comparison);
    }
    return isLast(draft)
        ? moves.unclear(draft, evidence.endNanos(), comparison)
        : Turn.gathering(draft.memory());
  }

  private Turn reverted(FineDraft draft, Evidence evidence, Ladders ladders) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.best);
    if (comparison.isAnother(settings)) {
      return moves.phaseChange(draft, evidence.endNanos(), comparison);
    }
    if (!comparison.isPrecise(settings) && !isLast(draft)) {
      return Turn.gathering(draft.memory());
    }
    moves.blame(draft, evidence, ladders);
    return moves.advance(
        draft, evidence, ladders, "its rate came back to " + FineMoves.text(comparison));
  }

  private Turn watched(FineDraft draft, Evidence evidence) {
    RateComparison comparison = RateComparison.of(draft.trial, draft.best);
    if (comparison.isAnother(settings)) {
      return moves.phaseChange(draft, evidence.endNanos(), comparison);
    }
    if (comparison.isPrecise(settings) || isLast(draft)) {
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
    } else if (RateComparison.of(draft.best, draft.trial).fallsBack(settings)) {
      // Each step of a slow drift was within the tolerance, their sum is not.
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
