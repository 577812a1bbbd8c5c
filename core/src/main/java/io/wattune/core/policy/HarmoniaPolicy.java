package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Harmonia (Paul et al. 2015, section 5 and algorithm 1), one kernel by itself, with its variants:
 * the coarse half puts each tunable where the bin of its sensitivity says; the fine half lowers
 * from there step by step, as long as the signal keeps up with the best one of the phase.
 *
 * <pre>
 *            .---------<----- phase-change, measure ------<------.
 *            v                                                   |
 *  begin -> OWN -coarse-> COARSE -raise-> RAISE (again, if too low)
 *            |             |                |                    |
 *            |             +-- keeps up ----+                    |
 *            |             v                                     |
 *            +--lower--> LOWER --falls back--> SINGLE (each suspect alone)
 *            |             |                     |               |
 *            |             '-- nothing to lower -+--> SETTLED ->-+
 *            |                                          ^        |
 *            '--known-phase--> RETURN ---- is it -------'        |
 *                                 '------- is it not --->--------+
 *  too many changes of signal: RESTLESS, and after a time OWN
 * </pre>
 *
 * <table>
 * <caption>Transitions, each by a judgement at the wished settings</caption>
 * <tr><th>from</th><th>to</th></tr>
 * <tr><td>OWN</td><td>a known phase: RETURN; bins that change something, or that a phase has had
 *     before: COARSE; else LOWER, or SETTLED with nothing to lower</td></tr>
 * <tr><td>COARSE</td><td>keeps up: LOWER, SETTLED; too low: RAISE. Without a fine half other bins:
 *     COARSE</td></tr>
 * <tr><td>RAISE</td><td>still too low: RAISE; keeps up: SINGLE, LOWER, SETTLED</td></tr>
 * <tr><td>LOWER, SINGLE</td><td>LOWER, SINGLE, SETTLED</td></tr>
 * <tr><td>COARSE, RAISE, LOWER, SINGLE</td><td>instead of SETTLED, where what was found is to be
 *     confirmed and is not the own settings: CONFIRM</td></tr>
 * <tr><td>CONFIRM</td><td>at own settings as it was: SETTLED; not so: OWN, RESTLESS</td></tr>
 * <tr><td>SETTLED</td><td>other bins: RETURN, or OWN for a phase that is not known; another signal:
 *     OWN, RESTLESS</td></tr>
 * <tr><td>RETURN</td><td>the signal that the phase had: SETTLED; another: OWN, RESTLESS</td></tr>
 * <tr><td>RESTLESS</td><td>after a time: OWN</td></tr>
 * </table>
 *
 * <p>A refused setting that the kernel wishes, or would go back to, leads from any state but
 * RESTLESS to OWN.
 *
 * <p>Own changes are not taken for phases: bins are compared only between judgements at the same
 * settings, and signals likewise; the bins of a phase are those seen at own settings. Tunables
 * whose bin is HIGH there are not lowered. At steady signals a phase needs one judgement for the
 * coarse half; each further one lowers, raises, blames or settles, so at most {@code 4 + 2 rungs +
 * mostDithers} until it is settled. Its loss is then within the tolerance, but for the noise of two
 * judgements. Tests: {@code HarmoniaTransitionTest} walks every edge, {@code HarmoniaPropertyTest}
 * has random plants.
 *
 * <p>Differs from the source: delivered work rate instead of VALUBusy (which can be had by
 * settings); the best signal of the phase instead of the one before, so that small losses do not
 * add up; too low coarse settings are raised until the signal is back, not once; a phase begins at
 * own settings, so that its bins and its reference are not those of settings of another phase; a
 * tunable in a HIGH bin is not lowered; on request a gain is confirmed; see {@code
 * docs/decisions/0015}.
 */
public final class HarmoniaPolicy implements Policy {
  private final HarmoniaSettings settings;
  private final HarmoniaJudging judging;
  private final HarmoniaMoves moves;
  private final HarmoniaPhases phases;

  /** With these settings. */
  public HarmoniaPolicy(HarmoniaSettings settings) {
    this.settings = settings;
    this.judging = settings.judging();
    this.moves = new HarmoniaMoves(settings);
    this.phases = new HarmoniaPhases(settings.judging());
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public Optional<KernelMemory> begin(String activityName, long timeNanos) {
    return Optional.of(HarmoniaMemory.first(name(), activityName, timeNanos));
  }

  @Override
  public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
    var draft = new HarmoniaDraft(HarmoniaMemory.of(memory));
    OptionalDouble signal = settings.signal().of(evidence);
    if (draft.restarts > 0 && isCalm(draft, evidence)) {
      draft.restarts = 0;
    }
    if (draft.state == HarmoniaState.RESTLESS) {
      return draft.restarts > 0 ? Turn.gathering(memory) : phases.calm(draft);
    }
    if (signal.isEmpty()) {
      return Turn.gathering(memory);
    }
    draft.sum += signal.getAsDouble();
    draft.count++;
    if (draft.count < judging.length(draft.restarts)) {
      return Turn.gathering(draft.memory());
    }
    return judge(draft, draft.judge(), evidence, ladders);
  }

  private boolean isCalm(HarmoniaDraft draft, Evidence evidence) {
    return evidence.endNanos() - draft.restartedNanos >= judging.calmAfterNanos();
  }

  private Turn judge(HarmoniaDraft draft, double signal, Evidence evidence, Ladders ladders) {
    boolean isOtherLook = !draft.areSettingsNew && !draft.looks.contains(evidence.bins());
    if (draft.areSettingsNew) {
      // What has changed since the settings did may be their own doing.
      draft.look(evidence.bins());
      draft.areSettingsNew = false;
    }
    return switch (draft.state) {
      case OWN -> measured(draft, signal, evidence, ladders);
      case COARSE ->
          settings.isFine()
              ? tried(draft, signal, ladders)
              : isOtherLook
                  ? moves.follow(draft, signal, evidence.bins(), ladders)
                  : Turn.gathering(draft.memory());
      case RAISE, LOWER, SINGLE -> tried(draft, signal, ladders);
      case SETTLED -> watched(draft, signal, isOtherLook, evidence, ladders);
      case CONFIRM -> recognised(draft, signal, draft.ownSignal, evidence, ladders);
      case RETURN -> recognised(draft, signal, draft.bestSignal, evidence, ladders);
      case RESTLESS -> throw new AssertionError("left above");
    };
  }

  private Turn measured(HarmoniaDraft draft, double signal, Evidence evidence, Ladders ladders) {
    if (signal <= 0) {
      return Turn.gathering(draft.memory());
    }
    if (isWithoutBins(evidence, ladders) && draft.waits < judging.mostWaits()) {
      draft.waits++;
      return Turn.gathering(draft.memory());
    }
    return moves.beginPhase(draft, signal, evidence.bins(), ladders);
  }

  private boolean isWithoutBins(Evidence evidence, Ladders ladders) {
    Stream<String> wanted = ladders.names().stream().filter(settings.shares()::containsKey);
    return settings.isCoarse() && wanted.noneMatch(evidence.bins()::containsKey);
  }

  private Turn tried(HarmoniaDraft draft, double signal, Ladders ladders) {
    boolean keepsUp = judging.keepsUp(signal, draft.reference);
    if (draft.state == HarmoniaState.LOWER || draft.state == HarmoniaState.SINGLE) {
      return keepsUp
          ? moves.accept(draft, signal, ladders)
          : moves.fallBack(draft, signal, ladders);
    }
    return keepsUp || draft.rungs.isEmpty()
        ? moves.accept(draft, signal, ladders)
        : moves.raise(draft, signal, ladders);
  }

  private Turn watched(
      HarmoniaDraft draft, double signal, boolean isOtherLook, Evidence evidence, Ladders ladders) {
    if (isOtherLook) {
      return phases.otherBins(draft, evidence.bins(), ladders);
    }
    return judging.isSame(signal, draft.bestSignal)
        ? Turn.gathering(draft.memory())
        : phases.otherSignal(draft, signal, draft.bestSignal, evidence.endNanos());
  }

  /** Whether the signal is the one of before: at the settings of a known phase, or at own ones. */
  private Turn recognised(
      HarmoniaDraft draft, double signal, double before, Evidence evidence, Ladders ladders) {
    return judging.isSame(signal, before)
        ? moves.rest(draft, ladders, HarmoniaText.share(signal, before))
        : phases.otherSignal(draft, signal, before, evidence.endNanos());
  }

  @Override
  public Turn refused(
      KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
    var draft = new HarmoniaDraft(HarmoniaMemory.of(memory));
    return phases.refused(draft, tunable, ladders.lowest(tunable));
  }
}
