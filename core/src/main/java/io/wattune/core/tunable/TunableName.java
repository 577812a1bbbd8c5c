package io.wattune.core.tunable;

/** Names of the tunables that Wattune knows by name; a device may have others. */
public final class TunableName {
  /** Clock of the compute units, in megahertz. */
  public static final String CORE_CLOCK = "core.clock";

  /** Clock of the memory, in megahertz. */
  public static final String MEMORY_CLOCK = "memory.clock";

  /** Number of compute units that work may use. */
  public static final String CU_COUNT = "cu.count";

  /**
   * Number of compute units that a kernel may share with others, where a server's runtime gives
   * each kernel units of its own (KRISP); with all of them it gives none.
   */
  public static final String CU_OVERLAP = "cu.overlap";

  /** Limit of the board's power, in milliwatts. */
  public static final String POWER_LIMIT = "power.limit";

  private TunableName() {}

  /** Whether the name is that of a limit of power: of a board, or of a part of one. */
  public static boolean isPower(String name) {
    return name.equals(POWER_LIMIT) || name.startsWith(POWER_LIMIT + ".");
  }
}
