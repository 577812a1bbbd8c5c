package io.wattune.core.decision;

import java.util.Locale;

/** Why an actuation came out as it did: the stable codes, for counting. */
public enum ActuationReason {
  /** As wished. */
  OK,
  /** The record could not be read as a decision. */
  MALFORMED,
  /** It is not signed, and the node requires a signature. */
  UNSIGNED,
  /** Signed with a key that the node does not list. */
  UNKNOWN_KEY,
  /** Signed with a key that does not count yet, or no longer. */
  STALE_KEY,
  /** The signature is not of this record. */
  BAD_SIGNATURE,
  /** Tuning is off on this node. */
  WRITING_OFF,
  /** No guardian watches the writer. */
  NO_GUARDIAN,
  /** The journal of an earlier life could not be read or restored from. */
  JOURNAL_BROKEN,
  /** The node's highest epoch could not be read or written. */
  FENCE_BROKEN,
  /** The decision is for another node. */
  OTHER_NODE,
  /** The node does not have this device, or the admin has not listed it. */
  UNKNOWN_DEVICE,
  /** A later claim counts. */
  OLD_EPOCH,
  /** Not newer than the newest of its epoch. */
  OLD_SEQUENCE,
  /** The lease had run out when the decision came. */
  LEASE_OVER,
  /** The lease is longer than the admin allows, or not above zero. */
  LEASE_OUT_OF_BOUNDS,
  /** Based on a reading that lies in the node's future, or of an epoch that does by a day. */
  FROM_THE_FUTURE,
  /** Based on a reading from before the writer's start: an earlier life may have obeyed it. */
  BEFORE_START,
  /** The writer only says what it would write. */
  SHADOW,
  /** An operator has ordered to leave it alone. */
  HELD,
  /** Set by hand, it says, and the node knows of no order for it. */
  NOT_ORDERED,
  /** The device has no such control. */
  UNKNOWN_CONTROL,
  /** The admin has not listed the control. */
  NOT_LISTED,
  /** The value's unit is not the control's. */
  WRONG_UNIT,
  /** Outside the admin's bounds. */
  OUT_OF_BOUNDS,
  /** Outside the device's own range. */
  OUT_OF_RANGE,
  /** Between two values that the device takes. */
  OFF_STEP,
  /** The device reported an error. */
  DEVICE_ERROR,
  /** The device did not answer in time. */
  DEVICE_HANGS,
  /** The device has another value than the one that was written. */
  READ_BACK_DIFFERS,
  /** Somebody else has set the control. */
  OUTSIDE_CHANGE,
  /** The lease ran out. */
  LEASE_ENDED,
  /** The wall clock was stepped, which ends all leases. */
  CLOCK_STEPPED,
  /** The writer was asked to stop. */
  STOPPED,
  /** The writer was gone, or hung; its guardian has restored. */
  WRITER_GONE,
  /** An earlier life of the writer had left its settings. */
  EARLIER_LIFE;

  /** The code, in small letters with dashes. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
