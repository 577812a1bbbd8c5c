package io.wattune.collectors.nvml.library;

/** A question for metrics of the time between two GPM samples, and the answers. For one thread. */
public final class GpmMetrics {
  private final int[] ids;
  private final int[] codes;
  private final double[] values;

  /** A question for metrics by their numbers. */
  public GpmMetrics(int... ids) {
    this.ids = ids.clone();
    this.codes = new int[ids.length];
    this.values = new double[ids.length];
  }

  /** Number of metrics. */
  public int size() {
    return ids.length;
  }

  /** Number of a metric. */
  public int id(int index) {
    return ids[index];
  }

  /** What the metric's own answer was; 0 is success. */
  public int code(int index) {
    return codes[index];
  }

  /** The metric's value, shares in percent; of no meaning where its code is not success. */
  public double value(int index) {
    return values[index];
  }

  /** Takes an answer. */
  public void set(int index, int code, double value) {
    codes[index] = code;
    values[index] = value;
  }
}
