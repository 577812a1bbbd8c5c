package io.wattune.core.decision;

/** What a hold is for. */
public enum HoldScope {
  ALL,
  NODE,
  DEVICE,
  JOB
}
