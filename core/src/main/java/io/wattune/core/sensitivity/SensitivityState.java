package io.wattune.core.sensitivity;

import java.util.ArrayList;
import java.util.List;

/**
 * All that {@link SensitivityEstimator} remembers of one device. Mutable, plain fields: the host
 * keeps it; only the estimator writes it.
 */
public final class SensitivityState {
  /** The vendor's name of the product; empty while the device has not been described. */
  public String product = "";

  /** Sequence of the newest counter reading; -1 before the first. */
  public long sequence = -1;

  /** Latest end of a counter reading. */
  public long newestEndNanos = Long.MIN_VALUE;

  /** By activity name. */
  public List<NamedEstimates> names = new ArrayList<>();

  /** Readings that counted. */
  public long readings;

  /** Readings that had come before, or came too late. */
  public long repeats;

  /** Activity names that were forgotten for want of room. */
  public long evictions;

  public SensitivityState() {}
}
