package io.wattune.core.saving;

import java.util.Locale;

/** Why what ran was not compared with own settings. */
public enum NotCompared {
  /** Too few invocations at own settings. */
  FEW_REFERENCES,
  /** Its settings changed while it ran, or too near to it. */
  SETTLING,
  /** No answer of the node shows what was in force. */
  UNCONFIRMED,
  /** Too short to have had the settings of its own for most of it. */
  TOO_SHORT,
  /** Its energy has a gap, is invalid, or has an error above half of it. */
  NO_ENERGY,
  /** Other invocations of the kernel count their work, this one does not. */
  NO_WORK,
  /** There were too many invocations or kernels to keep. */
  CROWDED;

  /** The code, in small letters with dashes. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
