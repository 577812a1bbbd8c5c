package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** How {@link HarmoniaPolicy} goes from phase to phase. */
final class HarmoniaPhases {
  /** Bins of two models have nine values together. */
  private static final int MOST_PHASES = 9;

  private final HarmoniaJudging judging;

  HarmoniaPhases(HarmoniaJudging judging) {
    this.judging = judging;
  }

  /** The signal at unchanged settings is another one than before: the phase is measured. */
  Turn otherSignal(HarmoniaDraft draft, double signal, double before, long nowNanos) {
    String because =
        String.format(
            Locale.ROOT, "its signal changed by itself from %.4g to %.4g", before, signal);
    if (draft.state == HarmoniaState.SETTLED) {
      remember(draft, draft.phase());
    } else if (draft.state == HarmoniaState.RETURN) {
      // It is not what it was taken for; where to begin with such bins is still known.
      remember(draft, draft.phase().unrecognisable());
    }
    draft.restarts++;
    draft.restartedNanos = nowNanos;
    if (draft.restarts > judging.mostRestarts()) {
      draft.best = Map.of();
      draft.enter(HarmoniaState.RESTLESS, Map.of());
      return HarmoniaText.turn(
          draft, PolicyReason.RESTLESS, because + " too often; own settings for a time");
    }
    measure(draft, Map.of());
    return HarmoniaText.turn(
        draft, PolicyReason.PHASE_CHANGE, because + "; measured at own settings");
  }

  private static void measure(HarmoniaDraft draft, Map<String, SensitivityBin> alarm) {
    draft.alarm = alarm;
    draft.best = Map.of();
    draft.enter(HarmoniaState.OWN, Map.of());
  }

  /** The bins at unchanged settings are others: to the phase that has them, or to measure it. */
  Turn otherBins(HarmoniaDraft draft, Map<String, SensitivityBin> bins, Ladders ladders) {
    if (bins.equals(draft.bins)) {
      // At its own settings the phase has looked like this.
      draft.look(bins);
      return Turn.gathering(draft.memory());
    }
    String because = "its bins changed by themselves to " + HarmoniaText.text(bins);
    remember(draft, draft.phase());
    Optional<KnownPhase> known =
        take(draft, each -> each.isRecognisable() && each.bins().equals(bins));
    if (known.isPresent()) {
      draft.resume(known.get());
      return HarmoniaText.turn(
          draft,
          PolicyReason.KNOWN_PHASE,
          because + ", as they were before; back to the settings of then",
          ladders);
    }
    measure(draft, bins);
    return HarmoniaText.turn(
        draft, PolicyReason.PHASE_CHANGE, because + "; measured at own settings");
  }

  /** Resumes the phase that has these bins and this signal at own settings, if one is known. */
  boolean resumeMeasured(HarmoniaDraft draft, double signal, Map<String, SensitivityBin> bins) {
    int last = draft.phases.size() - 1;
    KnownPhase left = last < 0 ? null : draft.phases.get(last);
    Optional<KnownPhase> known =
        take(draft, each -> each.bins().equals(bins) && judging.isSame(signal, each.ownSignal()));
    if (known.isEmpty()) {
      draft.alarm = Map.of();
      return false;
    }
    boolean isLeft = known.get().equals(left);
    Map<String, SensitivityBin> alarm = draft.alarm;
    draft.alarm = Map.of();
    draft.resume(known.get());
    if (isLeft && !alarm.isEmpty()) {
      // It was no other phase: the one that was left looks like this, too.
      draft.look(alarm);
    } else if (!isLeft && alarm.isEmpty()) {
      // To go between phases that are known is no restlessness.
      draft.restarts = Math.max(0, draft.restarts - 1);
    }
    return true;
  }

  /** Where the newest of the phases with these bins has settled; empty where none is known. */
  Optional<Map<String, Integer>> settledWith(
      HarmoniaDraft draft, Map<String, SensitivityBin> bins) {
    return draft.phases.stream()
        .filter(each -> each.bins().equals(bins))
        .reduce((older, newer) -> newer)
        .map(KnownPhase::rungs);
  }

  private void remember(HarmoniaDraft draft, KnownPhase phase) {
    draft.phases.removeIf(
        each ->
            each.bins().equals(phase.bins())
                && judging.isSame(each.ownSignal(), phase.ownSignal()));
    draft.phases.add(phase);
    if (draft.phases.size() > MOST_PHASES) {
      draft.phases.remove(0);
    }
  }

  /** The newest of the known phases that is wanted; it is not among them any more. */
  private static Optional<KnownPhase> take(HarmoniaDraft draft, Predicate<KnownPhase> wanted) {
    List<KnownPhase> all = draft.phases;
    for (int i = all.size() - 1; i >= 0; i--) {
      if (wanted.test(all.get(i))) {
        return Optional.of(all.remove(i));
      }
    }
    return Optional.empty();
  }

  /** A restless kernel has been left alone for long enough. */
  Turn calm(HarmoniaDraft draft) {
    measure(draft, Map.of());
    return HarmoniaText.turn(
        draft, PolicyReason.MEASURE, "it was left alone for a time; measured at own settings");
  }

  /** A tunable could not be set: what was learned with it is forgotten. */
  Turn refused(HarmoniaDraft draft, String tunable, int lowest) {
    Predicate<Map<String, Integer>> isBeyond = rungs -> rungs.getOrDefault(tunable, 0) > lowest;
    draft.phases.removeIf(each -> isBeyond.test(each.rungs()));
    if (!isBeyond.test(draft.rungs) && !isBeyond.test(draft.best)) {
      return Turn.gathering(draft.memory());
    }
    measure(draft, Map.of());
    return HarmoniaText.turn(
        draft, PolicyReason.REFUSED, "'" + tunable + "' was refused; measured at own settings");
  }
}
