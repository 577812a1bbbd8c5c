package io.wattune.pipeline;

import static io.wattune.report.Decimals.fixed;

import io.wattune.core.saving.Amount;
import io.wattune.core.saving.NotCompared;
import io.wattune.core.saving.Saving;
import java.util.Comparator;
import java.util.Map;

/** What a run has saved against own settings, in words. */
final class SavedText {
  private SavedText() {}

  /** For the status line; empty while nothing is known. */
  static String brief(Saving saving) {
    if (!saving.isKnown()) {
      return "";
    }
    String joules = fixed(saving.joules(), 0) + " +- " + fixed(saving.standardErrorJoules(), 0);
    return "saved " + joules + " J (" + percent(saving.share()) + ")";
  }

  /** For the summary, in a sentence or two. */
  static String full(Saving saving) {
    if (!saving.isKnown()) {
      return "Energy saved: not known. " + why(saving);
    }
    double slower = saving.seconds() / saving.expectedSeconds() - 1;
    return "Energy saved: "
        + fixed(saving.joules(), 0)
        + " J +- "
        + fixed(saving.standardErrorJoules(), 0)
        + " J, "
        + percent(saving.share())
        + " of what own settings would have used in "
        + fixed(saving.seconds(), 0)
        + " s that were compared. The same work took "
        + percent(Math.abs(slower))
        + " +- "
        + fixed(100 * saving.secondsError() / saving.expectedSeconds(), 2)
        + " %"
        + (slower < 0 ? " less time." : " more time.");
  }

  /** The simulation's own truth, beside it. */
  static String truth(TrueSaving truth) {
    return "The simulated GPUs really took "
        + fixed(truth.savedJoules(), 0)
        + " J less than at own settings, "
        + percent(truth.share())
        + " of all work at other settings.";
  }

  /** Why nothing is known. */
  static String why(Saving saving) {
    return saving.notCompared().entrySet().stream()
        .max(Comparator.comparingDouble(each -> each.getValue().seconds()))
        .map(SavedText::why)
        .orElse(
            saving.ownSeconds() > 0
                ? "Nothing ran at other settings than the own ones."
                : "No work was reported that could be compared.");
  }

  private static String why(Map.Entry<NotCompared, Amount> left) {
    return fixed(left.getValue().seconds(), 0)
        + " s at other settings were not compared: "
        + switch (left.getKey()) {
          case FEW_REFERENCES -> "what ran has run at own settings less than three times.";
          case SETTLING -> "the settings changed while it ran, or just before or after.";
          case UNCONFIRMED -> "no answer of the node says which settings were in force.";
          case TOO_SHORT -> "the kernels are too short, and nothing was read back while they ran.";
          case NO_ENERGY -> "its energy has a gap, is not valid, or is not known to half of it.";
          case NO_WORK -> "its work is not known, or only in part.";
          case CROWDED -> "there was no room to keep them.";
        };
  }

  private static String percent(double share) {
    return fixed(100 * share, 1) + " %";
  }
}
