package io.wattune.dashboard.api;

import io.wattune.core.saving.NotCompared;

/** Why something was not compared with own settings, in a sentence. */
final class SavedWords {
  private SavedWords() {}

  static String of(NotCompared why) {
    return switch (why) {
      case FEW_REFERENCES -> "The kernel has run at own settings less than three times.";
      case SETTLING -> "Its settings changed while it ran, or just before or after.";
      case UNCONFIRMED -> "No answer of the node tells which settings were in force.";
      case TOO_SHORT -> "It is too short for settings of its own.";
      case NO_ENERGY -> "Its energy has a gap, or is not valid.";
      case NO_WORK -> "Its work was not counted, that of others of the kernel was.";
      case CROWDED -> "There was no room to keep it.";
    };
  }
}
