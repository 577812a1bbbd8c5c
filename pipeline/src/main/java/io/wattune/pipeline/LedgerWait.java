package io.wattune.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until the ledger has every second that was read, as far as it comes soon, and compares it
 * with what the simulated GPUs took.
 */
final class LedgerWait {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The newest window ends with the second before the last reading, and the last is left out. */
  private static final long BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  private final SimulatedFleet fleet;
  private final LiveTally tally;

  LedgerWait(SimulatedFleet fleet, LiveTally tally) {
    this.fleet = fleet;
    this.tally = tally;
  }

  /** Waits until this time of the monotonic clock at most. */
  List<ComparedEnergy> energy(long dueNanos) {
    while (!hasAll() && System.nanoTime() - dueNanos < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    List<ComparedEnergy> all = new ArrayList<>();
    for (String device : fleet.devices()) {
      EnergyBook.Sum sum = tally.energy(device);
      if (sum.windows() > 0) {
        all.add(ComparedEnergy.of(device, sum, fleet.trueMicrojoules(device)));
      }
    }
    return all;
  }

  private boolean hasAll() {
    for (String device : fleet.devices()) {
      if (tally.energy(device).endNanos() < fleet.lastReadingNanos() - BEHIND_NANOS) {
        return false;
      }
    }
    return true;
  }
}
