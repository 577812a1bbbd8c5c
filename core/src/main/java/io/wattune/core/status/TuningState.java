package io.wattune.core.status;

/** How a device stands. */
public enum TuningState {
  /** Nothing has been written to it in the time that was looked at. */
  UNTOUCHED,
  /** Its own settings were put back. */
  OWN,
  /** A decision is in force, as read back. */
  TUNED,
  /** A decision was accepted, and no activity that it has a configuration for has run yet. */
  PENDING,
  /** A decision was accepted, and something else was read back than it wishes for. */
  DIFFERS,
  /** A decision was in force, its lease is over, and no restore has been reported. */
  LEASE_OVER
}
