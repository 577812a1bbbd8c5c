package io.wattune.collectors.nvml;

import java.util.Arrays;
import java.util.Random;

/**
 * When a load is to work: off first, then on and off in turn, off last. The lengths are of no
 * common measure, since edges that keep step with a sensor's updates say nothing of windows below
 * the update period.
 *
 * @param switches nanoseconds since the start: on, off, on ... off
 * @param endNanos when the last phase ends
 */
record LoadPhases(long[] switches, long endNanos) {
  private static final long SEED = 7;

  /**
   * A plan.
   *
   * @param cycles how often it is on
   * @param shortest least length of a phase, in seconds
   * @param longest greatest length of a phase
   */
  static LoadPhases of(int cycles, double shortest, double longest) {
    var random = new Random(SEED);
    long[] switches = new long[2 * cycles];
    long at = 0;
    for (int i = 0; i <= switches.length; i++) {
      at += Math.round(1e9 * (shortest + (longest - shortest) * random.nextDouble()));
      if (i < switches.length) {
        switches[i] = at;
      }
    }
    return new LoadPhases(switches, at);
  }

  /** Whether it is on at a time since the start. */
  boolean isOn(long nanos) {
    int place = Arrays.binarySearch(switches, nanos);
    int passed = place >= 0 ? place + 1 : -place - 1;
    return passed % 2 == 1;
  }

  int edges() {
    return switches.length;
  }
}
