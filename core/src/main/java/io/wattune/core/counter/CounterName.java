package io.wattune.core.counter;

/** Names of the counters that Wattune knows by name: Harmonia's Table 2, and delivered work. */
public final class CounterName {
  /** Share of the vector ALUs that was busy; normalised by all of them. MEAN, FRACTION. */
  public static final String VALU_BUSY = "VALUBusy";

  /** Share of the lanes of issued vector instructions that was active. MEAN, FRACTION. */
  public static final String VALU_UTILIZATION = "VALUUtilization";

  /** Share of time that the memory unit was busy. MEAN, FRACTION. */
  public static final String MEM_UNIT_BUSY = "MemUnitBusy";

  /** Share of time that the memory unit was stalled. MEAN, FRACTION. */
  public static final String MEM_UNIT_STALLED = "MemUnitStalled";

  /** Share of time that the write unit was stalled. MEAN, FRACTION. */
  public static final String WRITE_UNIT_STALLED = "WriteUnitStalled";

  /** Vector registers of a work item. LAST, COUNT. */
  public static final String VGPRS = "VGPRs";

  /** Scalar registers of a wave. LAST, COUNT. */
  public static final String SGPRS = "SGPRs";

  /** Bytes read from memory. INCREASE, BYTES. */
  public static final String READ_BYTES = "ReadBytes";

  /** Bytes written to memory. INCREASE, BYTES. */
  public static final String WRITTEN_BYTES = "WrittenBytes";

  /** Bytes that the memory could have moved in the interval at its clock. INCREASE, BYTES. */
  public static final String PEAK_BYTES = "PeakBytes";

  /**
   * Share of the memory's peak bandwidth that was used, where a source says the share itself and
   * not bytes; it counts before {@link #READ_BYTES}, {@link #WRITTEN_BYTES} and {@link
   * #PEAK_BYTES}. MEAN, FRACTION.
   */
  public static final String IC_ACTIVITY = "ICActivity";

  /**
   * Share of time that the memory controller of an AMD GPU was busy, as its driver samples it, in
   * whole per cent. LAST, FRACTION.
   */
  public static final String MEMORY_BUSY = "MemoryBusy";

  /** Clock of the compute units: AMD's driver. LAST, HERTZ. */
  public static final String CORE_CLOCK = "CoreClock";

  /** The same: DCGM. LAST, HERTZ. */
  public static final String SM_CLOCK = "SmClock";

  /** The same: NVIDIA's driver. LAST, HERTZ. */
  public static final String GRAPHICS_CLOCK = "clocks.current.graphics";

  /** Clock of the memory: AMD's driver, DCGM. LAST, HERTZ. */
  public static final String MEMORY_CLOCK = "MemoryClock";

  /** The same: NVIDIA's driver. LAST, HERTZ. */
  public static final String CURRENT_MEMORY_CLOCK = "clocks.current.memory";

  /** Work delivered. INCREASE, WORK. */
  public static final String WORK = "Work";

  private CounterName() {}
}
