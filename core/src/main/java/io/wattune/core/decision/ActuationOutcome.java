package io.wattune.core.decision;

/** What became of a decision, or of a device by itself. */
public enum ActuationOutcome {
  /** Every control is as wished, as read back. */
  APPLIED,
  /**
   * Accepted, and nothing was to be set yet: no activity that has a configuration of its own has
   * run since.
   */
  PENDING,
  /** The settings were in force, the lease is longer, nothing was written. */
  RENEWED,
  /** Some controls were refused or failed. */
  PARTLY_APPLIED,
  /** Nothing was written. */
  REFUSED,
  /** The claim's epoch counts from now on. */
  CLAIMED,
  /** The configuration of another activity name is in force. */
  SWITCHED,
  /** The own settings are back. */
  RESTORED
}
