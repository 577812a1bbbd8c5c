package io.wattune.core.tunable;

/** Names of the tunables that Wattune knows by name; a device may have others. */
public final class TunableName {
  /** Clock of the compute units, in megahertz. */
  public static final String CORE_CLOCK = "core.clock";

  /** Clock of the memory, in megahertz. */
  public static final String MEMORY_CLOCK = "memory.clock";

  /** Number of compute units that work may use. */
  public static final String CU_COUNT = "cu.count";

  /** Limit of the board's power, in milliwatts. */
  public static final String POWER_LIMIT = "power.limit";

  private TunableName() {}
}
