package io.wattune.core.saving;

/** How savings are judged. */
final class SavingSettings {
  private static final long SECOND = 1_000_000_000L;

  /**
   * An invocation that comes nearer than this to a change of its settings counts neither as one of
   * the own settings nor as one of others: as the loop of a device has it.
   */
  static final long SETTLE_NANOS = SECOND / 10;

  /**
   * A shorter invocation counts only while all have the same settings, or where its own were read
   * back for all of it: an agent that switches within 15 ms has had those of a neighbour in force
   * for too much of it.
   */
  static final long SHORTEST_NANOS = SECOND / 20;

  /** With fewer invocations at own settings nothing is compared. */
  static final int LEAST_REFERENCES = 3;

  /**
   * How long after its end an invocation may still change, on the device's clock: a revision comes
   * within the ledger's horizon of ten minutes.
   */
  static final long KEEP_NANOS = 900 * SECOND;

  /** Nothing that was set before the first record was read is in force for longer. */
  static final long LONGEST_LEASE_NANOS = 60 * SECOND;

  /** Kernels of a device, beyond which they are not compared. */
  static final int MOST_KERNELS = 256;

  private SavingSettings() {}
}
