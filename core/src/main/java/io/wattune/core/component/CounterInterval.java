package io.wattune.core.component;

import io.wattune.core.counter.CounterReading;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive counter readings, merged until they last long enough for power to resolve them.
 * Mutable, plain fields: the host keeps it.
 */
public final class CounterInterval {
  /** Most names of activities that are distinguished in one interval. */
  private static final int MOST_KERNELS = 32;

  /** Epoch nanoseconds, start. */
  public long startNanos;

  /** Epoch nanoseconds, end. */
  public long endNanos;

  /** How many readings it has. */
  public int readings;

  /** The first reading's activity. */
  public @Nullable String activityId;

  /** For each component, activity times time. */
  public double[] work = new double[0];

  /** Activities by name; none where the readings are of fixed periods. */
  public List<KernelSum> kernels = new ArrayList<>();

  /** Whether all activities have the first one's name. */
  public boolean isOfOneName = true;

  static CounterInterval still(long startNanos, long endNanos, int components) {
    var interval = new CounterInterval();
    interval.startNanos = startNanos;
    interval.endNanos = endNanos;
    interval.work = new double[components];
    return interval;
  }

  double seconds() {
    return (endNanos - startNanos) * 1e-9;
  }

  /** Mean activity of a component. */
  double rate(int component) {
    return work[component] / seconds();
  }

  void add(CounterReading reading, double[] rates, double seconds) {
    readings++;
    endNanos = Math.max(endNanos, reading.endNanos());
    for (int i = 0; i < rates.length; i++) {
      work[i] += rates[i] * seconds;
    }
    String name = reading.activityName();
    if (name == null) {
      isOfOneName = false;
      return;
    }
    if (readings == 1) {
      activityId = reading.activityId();
    }
    KernelSum sum = kernel(name, rates.length);
    if (sum != null) {
      sum.activities++;
      sum.seconds += seconds;
      for (int i = 0; i < rates.length; i++) {
        sum.work[i] += rates[i] * seconds;
      }
    }
  }

  private @Nullable KernelSum kernel(String name, int components) {
    for (KernelSum each : kernels) {
      if (each.name.equals(name)) {
        return each;
      }
    }
    isOfOneName &= kernels.isEmpty();
    if (kernels.size() == MOST_KERNELS) {
      return null;
    }
    var sum = new KernelSum();
    sum.name = name;
    sum.work = new double[components];
    kernels.add(sum);
    return sum;
  }
}
