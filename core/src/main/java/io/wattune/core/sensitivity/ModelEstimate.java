package io.wattune.core.sensitivity;

/**
 * What is remembered of one model for one activity name. Mutable, plain fields, which savepoints
 * hold by name: a renamed field loses its value on an upgrade.
 */
public final class ModelEstimate {
  /** Name of the model. */
  public String model = "";

  /** Weighted mean of what the model gave. */
  public double raw;

  /** Its bin, which the next one depends on. */
  public SensitivityBin bin = SensitivityBin.LOW;

  /** The value that was reported last. */
  public double toldValue;

  /** Event time at which it was reported. */
  public long toldNanos;

  public ModelEstimate() {}
}
