package io.wattune.core.loop;

import java.util.OptionalDouble;

/**
 * The newest power of a device, some seconds of it, for the mean over work that was delivered in
 * that time. Work waits for the node's report, so that its power is seldom the newest.
 *
 * <p>Mean over an interval: of what was measured within it, {@code sum of P_i (t_i - t_(i-1)) / sum
 * of (t_i - t_(i-1))} in watts, each time from the interval's start on. It stands for the whole if
 * the newest of it lies in its second half; else nothing is known. Test: {@code PowerLogTest}.
 */
final class PowerLog {
  /** At ten blocks a second, for as long as work usually waits and some more. */
  private static final int MOST = 64;

  private final long[] nanos = new long[MOST];
  private final double[] watts = new double[MOST];
  private int next;
  private int count;

  /** Power at a time, not before the one that was added last; below 0 for one that is not known. */
  void add(long timeNanos, double powerWatts) {
    nanos[next] = timeNanos;
    watts[next] = powerWatts;
    next = (next + 1) % MOST;
    count = Math.min(count + 1, MOST);
  }

  void clear() {
    count = 0;
  }

  /** Mean power from one time to another; empty where it is not known. */
  OptionalDouble mean(long startNanos, long endNanos) {
    double joules = 0;
    double seconds = 0;
    long from = startNanos;
    for (int age = count; age > 0; age--) {
      int at = Math.floorMod(next - age, MOST);
      if (nanos[at] <= startNanos || nanos[at] > endNanos) {
        continue;
      }
      if (!(watts[at] >= 0)) {
        return OptionalDouble.empty();
      }
      double length = (nanos[at] - from) * 1e-9;
      joules += watts[at] * length;
      seconds += length;
      from = nanos[at];
    }
    return seconds > 0 && from - startNanos >= (endNanos - startNanos) / 2
        ? OptionalDouble.of(joules / seconds)
        : OptionalDouble.empty();
  }
}
