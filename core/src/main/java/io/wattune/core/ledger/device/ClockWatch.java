package io.wattune.core.ledger.device;

import io.wattune.core.ledger.ClockState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.SampleFilter;

/**
 * Notices that a device's clock was set back by more than the horizon, as when a machine starts
 * with its hardware clock in local time, and is put right by the network.
 *
 * <p>Readings that are not later than the newest one are dropped. Those of a source that goes on in
 * order, block after block by their sequence, for {@value #SURE_NANOS} ns of its own time and with
 * {@value #SURE_READINGS} readings at least, all of them before the horizon and none at the old
 * time in between, are what the clock shows now. The source may have begun anew. Blocks that come
 * once more, from a spool or a second source, have other sequences, and readings at the old time
 * follow them; what is less far back is dropped until the old time has been passed, which takes no
 * longer than the horizon and loses no more: that time has been used once already.
 *
 * <p>Depends on readings and sequences in their order alone. Test: {@code SetBackTest}.
 */
final class ClockWatch {
  static final long SURE_NANOS = 10_000_000_000L;
  static final int SURE_READINGS = 3;

  /** Blocks that may get lost between two that came. */
  static final int MOST_LOST = 16;

  private static final long LONGEST_APART_NANOS = 1_000_000_000_000L;

  private final DeviceState state;
  private final long horizonNanos;
  private long sequence;
  private boolean follows;

  ClockWatch(DeviceState state, long horizonNanos) {
    this.state = state;
    this.horizonNanos = horizonNanos;
  }

  /** A block comes. */
  void begin(PollBlock block) {
    sequence = block.sequence();
    ClockState clock = state.clock;
    boolean goesOn = clock != null && clock.run > 0 && sequence == clock.runSequence + 1;
    if (!goesOn) {
      endRun();
    }
    long since = sequence - state.takenSequence;
    follows = goesOn || sequence <= MOST_LOST || (since > 0 && since <= MOST_LOST);
  }

  /** A reading of the block was taken. */
  void taken() {
    state.takenSequence = sequence;
  }

  /** Whether a reading shows, with those before it, that the clock has been set back. */
  boolean isSetBack(long timeNanos) {
    boolean isFarBack =
        state.sample.clockNanos != Long.MIN_VALUE
            && timeNanos >= -SampleFilter.FARTHEST_NANOS
            && state.sample.clockNanos - timeNanos > horizonNanos;
    if (!follows || !isFarBack) {
      endRun();
      return false;
    }
    ClockState clock = state.clock;
    if (clock == null) {
      clock = new ClockState();
      state.clock = clock;
    }
    boolean goesOn =
        clock.run > 0
            && timeNanos > clock.runNanos
            && timeNanos - clock.runNanos <= LONGEST_APART_NANOS;
    if (!goesOn) {
      clock.run = 0;
      clock.runFromNanos = timeNanos;
    }
    clock.run++;
    clock.runNanos = timeNanos;
    clock.runSequence = sequence;
    return clock.run >= SURE_READINGS && timeNanos - clock.runFromNanos >= SURE_NANOS;
  }

  private void endRun() {
    ClockState clock = state.clock;
    if (clock == null) {
      return;
    }
    clock.run = 0;
    if (clock.steps == 0) {
      state.clock = null;
    }
  }
}
