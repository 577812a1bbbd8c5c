package io.wattune.core.ledger.device;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.power.PowerState;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/**
 * Puts out the true power of one device's samples, in blocks.
 *
 * @param detection sees all that is put out; null for none
 */
record PowerOutput(
    String device,
    DeviceState state,
    PowerColumns columns,
    LedgerOutput out,
    @Nullable Detection detection) {
  private static final int LARGEST_BLOCK = 4096;

  /**
   * A block's times are packed as int32 microseconds from its first, which reaches 2147 s. The
   * newest sample before a pause waits for the first one behind it, however long that takes.
   */
  private static final long LONGEST_BLOCK_NANOS = 1_000_000_000_000L;

  /** Takes the next sample. */
  void accept(long timeNanos, double watts, boolean seen) {
    add(state.power, state.newestProfile(), timeNanos, watts, seen);
  }

  private void add(
      PowerState power, SensorProfile profile, long timeNanos, double watts, boolean seen) {
    if (columns.count() > 0 && power.newestNanos - columns.firstNanos() > LONGEST_BLOCK_NANOS) {
      flush();
    }
    PowerCorrector.accept(power, profile, timeNanos, watts, seen, columns);
    if (columns.count() == LARGEST_BLOCK) {
      flush();
    }
  }

  /** Whether power of before a time waits to be put out. */
  boolean isOlderThan(long timeNanos) {
    return columns.count() > 0 && columns.firstNanos() < timeNanos;
  }

  /** Puts out what has been taken so far. */
  void flush() {
    if (columns.count() > 0) {
      TruePower taken = take();
      out.power(taken);
      if (detection != null) {
        detection.accept(taken);
      }
    }
  }

  /** Puts out the power of the samples that a profile holds for once more, but the newest's. */
  void again(SampleRing ring, SensorProfile profile) {
    var power = new PowerState();
    new RingWalk(ring)
        .from(
            profile.validFromNanos() + profile.delayNanos(),
            (timeNanos, value, spacing) ->
                add(
                    power,
                    profile,
                    timeNanos,
                    value * state.unit.watts(),
                    spacing == Spacing.SEEN));
    flush();
  }

  /** No sample will follow the newest one: puts out its power, too. */
  void end() {
    if (state.ring.samples > 0) {
      PowerCorrector.finish(state.power, state.newestProfile(), columns);
    }
    flush();
  }

  /** The trace has ended: puts out the newest sample's power, and what there was in all. */
  void finish() {
    if (state.ring.samples > 0) {
      PowerCorrector.finish(state.power, state.newestProfile(), columns);
    }
    TruePower last = take();
    out.power(last.withSummary(summary()));
  }

  private TruePower take() {
    String profileId = state.profiles.isEmpty() ? "" : state.newestProfile().profileId();
    return columns.take(device, state.signal, state.revisionOfPower(), profileId, state.setBacks());
  }

  /** What was done with the trace. */
  TraceSummary summary() {
    return new TraceSummary(
        state.readings,
        state.samples(),
        state.repeats,
        state.missing,
        state.outOfOrder,
        state.repeatedBlocks,
        state.refusedActivities,
        state.gaps,
        state.energyRecords);
  }
}
