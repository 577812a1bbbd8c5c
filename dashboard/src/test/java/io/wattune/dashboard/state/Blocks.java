package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;

/** Blocks of true power for tests. */
public final class Blocks {
  private Blocks() {}

  /** Samples of 1, 2, ... times a step, with 0.5 W error; the sensor says 1 W less. */
  public static TruePower of(
      String device, int revision, long startNanos, long stepNanos, double... watts) {
    int n = watts.length;
    long[] times = new long[n];
    int[] raw = new int[n];
    int[] truth = new int[n];
    int[] errors = new int[n];
    byte[] qualities = new byte[n];
    for (int i = 0; i < n; i++) {
      boolean none = Double.isNaN(watts[i]);
      times[i] = startNanos + i * stepNanos;
      raw[i] = none ? 0 : (int) Math.round(watts[i] * 1000) - 1000;
      truth[i] = none ? TruePower.NONE : (int) Math.round(watts[i] * 1000);
      errors[i] = none ? TruePower.NONE : 500;
      qualities[i] = (none ? Quality.GAP : Quality.CORRECTED).code();
    }
    return new TruePower(
        device, "power.draw", revision, "p", times, raw, truth, errors, qualities, null, 0);
  }
}
