package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.ValueGrid;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock of a GPU, kept at or below a value by a lock; the highest value is no lock.
 *
 * <p>NVML has no call that says what a clock is locked to, so a read-back is this: what was written
 * here last, unless the clock is seen above it for {@value #SETTLE_NANOS} ns on end (a lock takes
 * some of that to act); then the highest value, no lock. So a lock that did not take, or that
 * somebody else has opened, shows as soon as the GPU is busy, and not before; a lock to less by
 * somebody else cannot be distinguished from idling, a power limit or heat. Until something has
 * been written here, and after the GPU was lost, nothing is known ({@link #isSure}), and what
 * counts as its own value is what the node's file says, or no lock. Test: {@code
 * LockedClockControlTest}.
 */
final class LockedClockControl implements Control {
  private static final long SETTLE_NANOS = 150_000_000L;
  private static final long LOOK_NANOS = 5_000_000L;

  private final GpuLink link;
  private final ClockDomain clock;
  private final Tunable tunable;
  private volatile long value;
  private volatile int sureAtLosses = -1;

  LockedClockControl(GpuLink link, ClockDomain clock, Tunable tunable) {
    this.link = link;
    this.clock = clock;
    this.tunable = tunable;
    this.value = tunable.ownValue().orElse(tunable.grid().highest());
  }

  @Override
  public Tunable tunable() {
    return tunable;
  }

  @Override
  public boolean isSure() {
    return sureAtLosses == link.losses();
  }

  @Override
  public boolean readsWhatIsSet() {
    return false;
  }

  @Override
  public long read() throws DeviceException {
    long seen = seen();
    if (!isSure() || seen <= highestPlausible()) {
      return value;
    }
    long until = System.nanoTime() + SETTLE_NANOS;
    while (seen > highestPlausible() && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      seen = seen();
    }
    // What else it was set to cannot be asked; a clock that is free is what is to be feared.
    return seen > highestPlausible() ? tunable.grid().highest() : value;
  }

  /** What the clock may show while it is kept at the value: it need not be on the list's steps. */
  private long highestPlausible() {
    ValueGrid grid = tunable.grid();
    int next = grid.indexAtOrBelow(value) + 1;
    return next >= grid.size() ? Long.MAX_VALUE : grid.valueAt(next) - 1;
  }

  private long seen() throws DeviceException {
    try {
      return link.nvml().number(link.handle(), NvmlNumber.CLOCK, clock.type());
    } catch (NvmlException e) {
      throw link.failed(e);
    }
  }

  @Override
  public void write(long newValue) throws DeviceException {
    int losses = link.losses();
    sureAtLosses = -1; // Whatever comes of it: until it has come back, nobody knows.
    try {
      if (newValue >= tunable.grid().highest()) {
        link.nvml().unlockClocks(link.handle(), clock);
      } else {
        int lowest = (int) Math.min(newValue, tunable.grid().lowest());
        link.nvml().lockClocks(link.handle(), clock, lowest, Math.toIntExact(newValue));
      }
    } catch (NvmlException e) {
      throw link.failed(e);
    }
    value = newValue;
    sureAtLosses = losses;
  }
}
