package io.wattune.dashboard.api;

import io.wattune.core.decision.Decision;
import io.wattune.core.loop.LoopReason;
import io.wattune.core.policy.PolicyReason;
import io.wattune.core.serving.ServerState;
import java.util.Map;

/** What the short code of a decision's reason means. Policies share the codes that they share. */
final class ReasonText {
  private static final String UNKNOWN = "";

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry(PolicyReason.MEASURE, "Own settings, to measure what they give."),
          Map.entry(
              PolicyReason.COARSE, "To the settings that go with the bins of its sensitivities."),
          Map.entry(PolicyReason.RAISE, "The settings cost performance: what was lowered goes up."),
          Map.entry(PolicyReason.LOWER, "Performance bears it: one step lower."),
          Map.entry(
              PolicyReason.RETRY_SINGLE,
              "Together it cost performance: one tunable alone goes one step lower."),
          Map.entry(PolicyReason.CONFIRM, "Own settings once more, before lower ones are kept."),
          Map.entry(PolicyReason.SETTLED, "Nothing is left to be lowered: these are kept."),
          Map.entry(PolicyReason.PHASE_CHANGE, "The kernel has changed by itself: begun anew."),
          Map.entry(
              PolicyReason.KNOWN_PHASE, "A phase that was seen before: to the settings it had."),
          Map.entry(
              PolicyReason.RESTLESS, "The kernel changes too often: own settings for a time."),
          Map.entry(PolicyReason.REFUSED, "The node has refused a setting, which is given up."),
          Map.entry(PolicyReason.REVERT, "It cost performance: back to the best settings known."),
          Map.entry(
              PolicyReason.REMEASURE,
              "Own settings for a while: what they give was measured long ago."),
          Map.entry(
              PolicyReason.CONFIRM_FASTER,
              "Own settings for a while, since lower ones seem to be faster."),
          Map.entry(PolicyReason.CANNOT_TELL, "It varies too much to judge by: own settings."),
          Map.entry(PolicyReason.LIMIT, "Power is above its limit: one step lower."),
          Map.entry(PolicyReason.BOOST, "Power is within its limit: one step up."),
          Map.entry(Decision.SET_BY_HAND, "An operator has set it by hand."),
          Map.entry(LoopReason.RENEWED, "The same settings for longer."),
          Map.entry(LoopReason.PHASE, "Another phase of the program runs: what was found for it."),
          Map.entry(
              LoopReason.PHASE_UNKNOWN,
              "The program does something else: own settings until it is known what."),
          Map.entry(
              LoopReason.SILENT,
              "No work of the program has come for some time: own settings until it does."),
          Map.entry(
              LoopReason.THERMAL,
              "Its temperature is at its limit, or is not known: as high as the limit allows."),
          Map.entry(
              ServerState.FOLLOWED.reason(),
              "As low as an inference server's requests let it be within its objective."),
          Map.entry(
              ServerState.MISSED.reason(),
              "Too many requests of an inference server were late: own settings for a while."),
          Map.entry(
              ServerState.SILENT.reason(),
              "Nothing is heard of an inference server: own settings until it is."),
          Map.entry(
              ServerState.DOUBTED.reason(),
              "What an inference server says of itself cannot be: own settings for a while."),
          Map.entry(
              LoopReason.APPROACH, "On the way to what was decided before, or said once more."));

  private ReasonText() {}

  /** In one sentence; empty for a code that this dashboard does not know. */
  static String of(String code) {
    return WORDS.getOrDefault(code, UNKNOWN);
  }
}
