package io.wattune.collectors.nvml.library;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * The calls for GPM metrics. Layouts, as {@link NvmlLibrary} has the others:
 *
 * <pre>
 * nvmlGpmMetricsGet       version 0, numMetrics 4, sample1 8, sample2 16, metrics from 24
 * nvmlGpmMetric_t    40 B  metricId 0, return 4, value 8, three pointers to texts from 16
 * nvmlGpmSupport_t    8 B  version 0, isSupportedDevice 4
 * </pre>
 */
final class GpmCalls {
  private static final int VERSION = 1;
  private static final int HEAD_BYTES = 24;
  private static final int METRIC_BYTES = 40;

  private final NvmlFunctions functions;

  GpmCalls(NvmlFunctions functions) {
    this.functions = functions;
  }

  boolean isThere(long device, Memory memory) throws NvmlException {
    memory.setInt(0, VERSION);
    memory.setInt(4, 0);
    functions.call("GpmQueryDeviceSupport", new Pointer(device), memory);
    return memory.getInt(4) != 0;
  }

  long newSample(Memory out) throws NvmlException {
    functions.call("GpmSampleAlloc", out);
    return out.getLong(0);
  }

  void freeSample(long sample) {
    int unused = functions.tryCall("GpmSampleFree", new Pointer(sample));
  }

  void takeSample(long device, long sample) throws NvmlException {
    functions.call("GpmSampleGet", new Pointer(device), new Pointer(sample));
  }

  void metrics(long earlier, long later, GpmMetrics metrics, Memory memory) throws NvmlException {
    memory.clear(HEAD_BYTES + (long) metrics.size() * METRIC_BYTES);
    memory.setInt(0, VERSION);
    memory.setInt(4, metrics.size());
    memory.setLong(8, earlier);
    memory.setLong(16, later);
    for (int i = 0; i < metrics.size(); i++) {
      memory.setInt(HEAD_BYTES + (long) i * METRIC_BYTES, metrics.id(i));
    }
    functions.call("GpmMetricsGet", memory);
    for (int i = 0; i < metrics.size(); i++) {
      long at = HEAD_BYTES + (long) i * METRIC_BYTES;
      metrics.set(i, memory.getInt(at + 4), memory.getDouble(at + 8));
    }
  }
}
