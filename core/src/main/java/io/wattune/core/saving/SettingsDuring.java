package io.wattune.core.saving;

/** What was in force while an invocation ran. */
enum SettingsDuring {
  /** The own settings, for all of it. */
  OWN,
  /** Others, the same for all of it. */
  OTHER,
  /** Settings changed while it ran, or too near to it. */
  SETTLING,
  /** No answer of the node shows it. */
  UNCONFIRMED,
  /** Too short for what is wished to say what was in force, and nothing was read back of it. */
  TOO_SHORT
}
