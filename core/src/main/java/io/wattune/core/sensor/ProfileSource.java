package io.wattune.core.sensor;

/** Where the constants of a sensor profile are from. */
public enum ProfileSource {
  /** Assumed: nothing has been learned of this sensor yet. */
  PRIOR,
  /** Given by the user. */
  GIVEN,
  /** Learned from the device's own readings. */
  LEARNED
}
