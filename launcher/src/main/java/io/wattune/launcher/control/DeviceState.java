package io.wattune.launcher.control;

/** How a device stands. */
enum DeviceState {
  /** Nothing has been written to it in the time that was looked at. */
  UNTOUCHED,
  /** Its own settings were put back. */
  OWN,
  /** A decision is in force. */
  TUNED,
  /** A decision was in force, its lease is over, and nobody has said that it went home. */
  LEASE_OVER
}
