package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How {@link HarmoniaPolicy} goes from one state to the next within a phase. */
final class HarmoniaMoves {
  private final HarmoniaSettings settings;
  private final HarmoniaPhases phases;

  HarmoniaMoves(HarmoniaSettings settings) {
    this.settings = settings;
    this.phases = new HarmoniaPhases(settings.judging());
  }

  /** A phase has been measured at own settings: a known one, or to the settings of its bins. */
  Turn beginPhase(
      HarmoniaDraft draft, double signal, Map<String, SensitivityBin> bins, Ladders ladders) {
    if (settings.isFine() && phases.resumeMeasured(draft, signal, bins)) {
      return HarmoniaText.turn(
          draft,
          PolicyReason.KNOWN_PHASE,
          HarmoniaText.own(signal, bins) + ", which is known from before; back to its settings",
          ladders);
    }
    draft.beginPhase(signal, bins);
    String because = HarmoniaText.own(signal, bins);
    Optional<Map<String, Integer>> before =
        settings.isFine() ? phases.settledWith(draft, bins) : Optional.empty();
    Map<String, Integer> start = before.orElseGet(() -> coarse(bins, ladders));
    if (settings.isFine() && start.isEmpty()) {
      return advance(draft, ladders, because);
    }
    draft.enter(HarmoniaState.COARSE, start);
    String where = before.isPresent() ? "; to where it settled with them before" : "; to theirs";
    return HarmoniaText.turn(draft, PolicyReason.COARSE, because + where, ladders);
  }

  /** Without a fine half: the bins have changed by themselves. */
  Turn follow(
      HarmoniaDraft draft, double signal, Map<String, SensitivityBin> bins, Ladders ladders) {
    Map<String, Integer> coarse = coarse(bins, ladders);
    draft.beginPhase(signal, bins);
    if (coarse.equals(draft.rungs)) {
      return Turn.gathering(draft.memory());
    }
    draft.enter(HarmoniaState.COARSE, coarse);
    return HarmoniaText.turn(
        draft,
        PolicyReason.COARSE,
        "its bins changed by themselves to " + HarmoniaText.text(bins) + "; to their settings",
        ladders);
  }

  private Map<String, Integer> coarse(Map<String, SensitivityBin> bins, Ladders ladders) {
    Map<String, Integer> rungs = new HashMap<>();
    if (!settings.isCoarse()) {
      return rungs;
    }
    for (String name : ladders.names()) {
      BinShares shares = settings.shares().get(name);
      SensitivityBin bin = bins.get(name);
      if (shares != null && bin != null) {
        int rung = ladders.ladder(name).orElseThrow().nearest(shares.of(bin));
        if (rung > 0) {
          rungs.put(name, rung);
        }
      }
    }
    return rungs;
  }

  /** The settings keep the signal: lower ones are tried. */
  Turn accept(HarmoniaDraft draft, double signal, Ladders ladders) {
    String because = HarmoniaText.share(signal, draft.reference) + ", which keeps up";
    if (!settings.judging().keepsUp(signal, draft.reference)) {
      // At own settings: it was the reference that does not hold.
      draft.reference = signal;
      because = HarmoniaText.share(signal, draft.reference) + " at own settings, the new best";
    }
    draft.accept(signal);
    if (draft.state == HarmoniaState.RAISE) {
      suspect(draft);
    }
    return advance(draft, ladders, because);
  }

  /** A trial fell back: to the settings before, and its suspects one by one. */
  Turn fallBack(HarmoniaDraft draft, double signal, Ladders ladders) {
    String because = HarmoniaText.share(signal, draft.reference) + ", which falls back";
    draft.dithers++;
    suspect(draft);
    return draft.dithers > settings.judging().mostDithers()
        ? settle(draft, ladders, because + " once too often")
        : advance(draft, ladders, because);
  }

  /** One that was changed alone is to blame; several are still to be tried singly. */
  private static void suspect(HarmoniaDraft draft) {
    if (draft.trying.size() == 1) {
      draft.frozen.addAll(draft.trying);
    } else {
      draft.queue = new ArrayList<>(draft.trying);
    }
  }

  /** The coarse settings are too low: all that they lowered goes a rung up. */
  Turn raise(HarmoniaDraft draft, double signal, Ladders ladders) {
    Map<String, Integer> higher = new HashMap<>();
    draft.rungs.forEach((name, rung) -> higher.put(name, rung - 1));
    draft.trying = higher.keySet().stream().sorted().toList();
    draft.enter(HarmoniaState.RAISE, ladders.clipped(higher));
    return HarmoniaText.turn(
        draft,
        PolicyReason.RAISE,
        HarmoniaText.share(signal, draft.reference) + ", which is too low; one rung up",
        ladders);
  }

  /** To what there is to try next from the best settings known. */
  private Turn advance(HarmoniaDraft draft, Ladders ladders, String because) {
    Set<String> lowerable = lowerable(draft, ladders);
    draft.queue.removeIf(name -> !lowerable.contains(name));
    if (lowerable.isEmpty()) {
      return settle(draft, ladders, because);
    }
    boolean isSingle = !draft.queue.isEmpty();
    draft.trying = isSingle ? List.of(draft.queue.get(0)) : List.copyOf(lowerable);
    Map<String, Integer> lower = new HashMap<>(draft.best);
    draft.trying.forEach(name -> lower.merge(name, 1, Integer::sum));
    draft.enter(isSingle ? HarmoniaState.SINGLE : HarmoniaState.LOWER, lower);
    return HarmoniaText.turn(
        draft,
        isSingle ? PolicyReason.RETRY_SINGLE : PolicyReason.LOWER,
        because + "; " + String.join(", ", draft.trying) + " one rung lower",
        ladders);
  }

  private Set<String> lowerable(HarmoniaDraft draft, Ladders ladders) {
    Set<String> names = ladders.names();
    names.removeAll(draft.frozen);
    names.removeIf(name -> !settings.mayLower(name));
    names.removeIf(name -> draft.bins.get(name) == SensitivityBin.HIGH);
    names.removeIf(name -> draft.best.getOrDefault(name, 0) >= ladders.lowest(name));
    return names;
  }

  private Turn settle(HarmoniaDraft draft, Ladders ladders, String because) {
    draft.trying = List.of();
    draft.queue = new ArrayList<>();
    if (settings.judging().confirms() && !draft.best.isEmpty()) {
      draft.enter(HarmoniaState.CONFIRM, Map.of());
      return HarmoniaText.turn(
          draft, PolicyReason.CONFIRM, because + "; own settings are measured again to confirm");
    }
    return rest(draft, ladders, because);
  }

  /** The best settings known are kept. */
  Turn rest(HarmoniaDraft draft, Ladders ladders, String because) {
    draft.enter(HarmoniaState.SETTLED, draft.best);
    return HarmoniaText.turn(draft, PolicyReason.SETTLED, because + "; settled", ladders);
  }
}
