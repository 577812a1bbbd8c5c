package io.wattune.core.sensitivity;

import java.io.Serializable;

/**
 * How wide a device's memory is, for its peak bandwidth: {@code clock * bus width * channels *
 * transfers per cycle} (Harmonia, eq. 2). Exact; {@code DerivedMetricsTest} has the bandwidth of
 * each memory clock of the paper's GPU.
 *
 * @param bytes width of one channel
 * @param channels number of channels
 * @param transfersPerCycle transfers in one cycle of the clock; 4 for GDDR5
 */
public record MemoryBus(int bytes, int channels, int transfersPerCycle) implements Serializable {
  /** The paper's GPU: six channels of 64 bits of GDDR5. */
  public static final MemoryBus HD7970 = new MemoryBus(8, 6, 4);

  public MemoryBus {
    if (bytes < 1 || channels < 1 || transfersPerCycle < 1) {
      throw new IllegalArgumentException(
          "a memory bus needs bytes, channels and transfers of at least 1, had "
              + bytes
              + ", "
              + channels
              + " and "
              + transfersPerCycle);
    }
  }

  /** Peak bandwidth in bytes per second at a memory clock. */
  public double peakBytesPerSecond(double memoryHertz) {
    return memoryHertz * bytes * channels * transfersPerCycle;
  }
}
