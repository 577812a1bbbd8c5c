package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PeriodicCounters;
import io.wattune.collectors.nvml.library.NvmlException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What happens on a GPU besides power: counters at a period of their own, processes. */
final class NvidiaEvents implements EventSource {
  private final GpuLink link;
  private final LongSupplier epochNanos;
  private final EventSource counters;
  private final RunningProcesses processes;

  NvidiaEvents(
      GpuLink link,
      LongSupplier epochNanos,
      @Nullable NvidiaCounters counters,
      RunningProcesses processes) {
    this.link = link;
    this.epochNanos = epochNanos;
    this.counters =
        counters == null ? NONE : new PeriodicCounters(link.device(), counters, epochNanos);
    this.processes = processes;
  }

  @Override
  public void drain(Sink sink) throws DeviceException {
    counters.drain(sink);
    try {
      processes.look(link, epochNanos.getAsLong(), sink);
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }
}
