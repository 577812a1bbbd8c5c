package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterValue;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What happens on a GPU besides power: counters at a period of their own, processes. */
final class NvidiaEvents implements EventSource {
  private final GpuLink link;
  private final LongSupplier epochNanos;
  private final @Nullable NvidiaCounters counters;
  private final RunningProcesses processes;
  private long sequence;
  private long lastNanos = Long.MIN_VALUE;

  NvidiaEvents(
      GpuLink link,
      LongSupplier epochNanos,
      @Nullable NvidiaCounters counters,
      RunningProcesses processes) {
    this.link = link;
    this.epochNanos = epochNanos;
    this.counters = counters;
    this.processes = processes;
  }

  @Override
  public void drain(Sink sink) throws DeviceException {
    long nowNanos = epochNanos.getAsLong();
    if (counters != null) {
      read(counters, nowNanos, sink);
    }
    try {
      processes.look(link, nowNanos, sink);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  /** The first reading only begins an interval; so does one after the clock was set back. */
  private void read(NvidiaCounters source, long nowNanos, Sink sink) throws DeviceException {
    boolean isFirst = lastNanos == Long.MIN_VALUE || nowNanos <= lastNanos;
    if (!isFirst && nowNanos - lastNanos < source.periodNanos()) {
      return;
    }
    long startNanos = lastNanos;
    lastNanos = nowNanos;
    List<CounterValue> values = source.read();
    if (!isFirst && !values.isEmpty()) {
      sink.counters(
          new CounterReading(
              link.device(), sequence++, startNanos, nowNanos, null, null, null, values, false));
    }
  }
}
