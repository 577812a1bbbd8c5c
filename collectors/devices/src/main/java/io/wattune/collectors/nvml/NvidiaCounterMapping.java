package io.wattune.collectors.nvml;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.core.counter.CounterName;
import java.util.ArrayList;
import java.util.List;

/** What Harmonia's counters are on NVIDIA GPUs, and which there are none of. */
final class NvidiaCounterMapping {
  private static final String PROFILER = "only a profiler (Nsight Compute, CUPTI) has it";

  /** What no call of NVML gives, on any GPU. */
  static final List<CounterDescriptor> MISSING =
      List.of(
          missing(CounterName.VALU_UTILIZATION, PROFILER),
          missing(CounterName.MEM_UNIT_BUSY, PROFILER),
          missing(CounterName.MEM_UNIT_STALLED, PROFILER),
          missing(CounterName.WRITE_UNIT_STALLED, PROFILER),
          missing(CounterName.VGPRS, "registers are known to the launch, not to the driver"),
          missing(CounterName.SGPRS, "the hardware has no scalar registers of this kind"),
          missing(
              CounterName.READ_BYTES,
              "reads and writes come as one share of the peak, " + CounterName.IC_ACTIVITY),
          missing(CounterName.WRITTEN_BYTES, "see " + CounterName.READ_BYTES));

  private NvidiaCounterMapping() {}

  /** What GPM gives, or that it is not there. */
  static List<CounterDescriptor> ofGpm(boolean isThere) {
    if (!isThere) {
      String why = "GPM metrics need Hopper or newer, without slices, and a driver from 520 on";
      return List.of(missing(CounterName.IC_ACTIVITY, why), missing(CounterName.VALU_BUSY, why));
    }
    List<CounterDescriptor> offers = new ArrayList<>();
    for (GpmMetric metric : GpmMetric.values()) {
      offers.add(
          new CounterDescriptor(
              metric.counter(), "GPM " + metric.number(), "percent over 100, between two samples"));
    }
    offers.add(
        new CounterDescriptor(
            CounterName.IC_ACTIVITY, "GPM 10", "used share of the memory's peak bandwidth"));
    offers.add(
        new CounterDescriptor(
            CounterName.VALU_BUSY,
            "GPM 4, 5, 11, 12, 13",
            "the busiest of the integer, tensor, FP64, FP32 and FP16 pipes: at least one of them"
                + " was busy for so long"));
    return offers;
  }

  private static CounterDescriptor missing(String counter, String why) {
    return new CounterDescriptor(counter, null, why);
  }
}
