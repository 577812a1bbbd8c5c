package io.wattune.dashboard.api;

import io.wattune.core.saving.NotCompared;

/** Why something was not compared with own settings, in a sentence. */
final class SavingsText {
  private SavingsText() {}

  static String of(NotCompared why) {
    return switch (why) {
      case FEW_REFERENCES -> "It has run at own settings less than three times.";
      case SETTLING -> "Its settings changed while it ran, or just before or after.";
      case UNCONFIRMED -> "No answer of the node says which settings were in force.";
      case TOO_SHORT -> "It is too short, and nothing was read back while it ran.";
      case NO_ENERGY -> "Its energy has a gap, is not valid, or is not known to half of it.";
      case NO_WORK -> "Its work is not known, or only in part.";
      case CROWDED -> "There was no room to keep it.";
    };
  }
}
