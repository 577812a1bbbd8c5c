package io.wattune.core.component;

/** Activities of one name within an interval. Mutable, plain fields. */
public final class KernelSum {
  /** Their name. */
  public String name = "";

  /** How many. */
  public int activities;

  /** How long they ran, together. */
  public double seconds;

  /** For each component, activity times time. */
  public double[] work = new double[0];
}
