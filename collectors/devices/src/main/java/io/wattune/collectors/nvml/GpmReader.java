package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.GpmMetrics;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.List;

/** GPM metrics of the time between two questions. For one thread. */
final class GpmReader implements AutoCloseable {
  private static final long NONE = 0;
  private static final double PERCENT = 100;

  /** In the order of their places in a question. */
  private static final List<GpmMetric> METRICS = List.of(GpmMetric.values());

  private final GpuLink link;
  private final GpmMetrics metrics =
      new GpmMetrics(METRICS.stream().mapToInt(GpmMetric::number).toArray());
  private long earlier = NONE;
  private long later = NONE;
  private boolean hasEarlier;
  private int losses;

  GpmReader(GpuLink link) {
    this.link = link;
    this.losses = link.losses();
  }

  /** Whether a GPU has GPM and lets us have it; asks without taking a sample. */
  static boolean isThere(Nvml nvml, long gpu) {
    try {
      return nvml.hasGpm(gpu);
    } catch (NvmlException e) {
      return false;
    }
  }

  /** Adds what was measured since the last call; nothing at the first, or after a loss. */
  void read(List<CounterValue> into) throws NvmlException {
    try {
      if (earlier == NONE) {
        earlier = link.nvml().newGpmSample();
        later = link.nvml().newGpmSample();
      }
      if (losses != link.losses()) {
        losses = link.losses();
        hasEarlier = false;
      }
      link.nvml().takeGpmSample(link.handle(), later);
      if (hasEarlier) {
        link.nvml().gpmMetrics(earlier, later, metrics);
        add(into);
      }
      long newest = later;
      later = earlier;
      earlier = newest;
      hasEarlier = true;
    } catch (NvmlException e) {
      hasEarlier = false;
      throw e;
    }
  }

  private void add(List<CounterValue> into) {
    double busiest = 0;
    boolean hasAllPipes = true;
    for (int place = 0; place < METRICS.size(); place++) {
      GpmMetric metric = METRICS.get(place);
      double share = metrics.value(place) / PERCENT;
      boolean isThere = metrics.code(place) == 0 && Double.isFinite(share) && share >= 0;
      if (isThere) {
        into.add(fraction(metric.counter(), share));
      }
      if (isThere && metric == GpmMetric.DRAM_BW_UTIL) {
        into.add(fraction(CounterName.IC_ACTIVITY, share));
      }
      if (metric.isPipe()) {
        hasAllPipes &= isThere;
        busiest = isThere ? Math.max(busiest, share) : busiest;
      }
    }
    if (hasAllPipes) {
      into.add(fraction(CounterName.VALU_BUSY, busiest));
    }
  }

  private static CounterValue fraction(String counter, double share) {
    return new CounterValue(counter, CounterUnit.FRACTION, CounterKind.MEAN, share);
  }

  @Override
  public void close() {
    if (earlier != NONE) {
      link.nvml().freeGpmSample(earlier);
      link.nvml().freeGpmSample(later);
    }
    earlier = NONE;
  }
}
