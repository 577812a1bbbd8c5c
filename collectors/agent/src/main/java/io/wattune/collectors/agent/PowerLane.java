package io.wattune.collectors.agent;

import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.BlockPacker;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The polls of one device on their way into blocks. The reader adds; the watch thread closes a
 * block that is due while the reader waits for a device that hangs, so that what was read before is
 * not held back.
 */
final class PowerLane {
  /** Blocks hold whole microseconds. */
  private static final long MICRO = 1000;

  private final ReadingBlockCodec codec = new ReadingBlockCodec();
  private final BlockPacker packer;
  private final RecordSink sink;
  private long newestNanos = Long.MIN_VALUE / 2;

  /**
   * Makes an empty lane.
   *
   * @param maxAgeNanos age at which a block closes
   */
  PowerLane(
      String device,
      Signal signal,
      @Nullable Signal energy,
      int maxPolls,
      long maxAgeNanos,
      RecordSink sink) {
    this.sink = sink;
    this.packer =
        new BlockPacker(
            device,
            signal.name(),
            unit(device, signal),
            energy == null ? null : energy.name(),
            energy == null ? EnergyUnit.MILLIJOULES : energyUnit(device, energy),
            maxPolls,
            maxAgeNanos,
            this::publish);
  }

  private static PowerUnit unit(String device, Signal signal) {
    if (signal.unit() == SignalUnit.MILLIWATTS) {
      return PowerUnit.MILLIWATTS;
    }
    if (signal.unit() == SignalUnit.MICROWATTS) {
      return PowerUnit.MICROWATTS;
    }
    throw new IllegalArgumentException(
        "the power signal '%s' of device '%s' must be in MILLIWATTS or MICROWATTS, was %s"
            .formatted(signal.name(), device, signal.unit()));
  }

  private static EnergyUnit energyUnit(String device, Signal signal) {
    if (signal.unit() == SignalUnit.MILLIJOULES) {
      return EnergyUnit.MILLIJOULES;
    }
    if (signal.unit() == SignalUnit.MICROJOULES) {
      return EnergyUnit.MICROJOULES;
    }
    throw new IllegalArgumentException(
        "the energy signal '%s' of device '%s' must be in MILLIJOULES or MICROJOULES, was %s"
            .formatted(signal.name(), device, signal.unit()));
  }

  private void publish(PollBlock block) {
    sink.publish(Topic.READINGS, block.device(), codec.encode(block));
    sink.polled(block);
  }

  /** The device has said what model it is; empty where it does not know. */
  synchronized void named(String model) {
    packer.named(model);
  }

  /**
   * Adds a poll. Polls that are made up for come close together, and the clock may be slewed back
   * between them by less than that: such a poll is put a microsecond behind the one before, since
   * readers drop what is not later. After a step of the clock the times are what they are.
   */
  synchronized void add(long timeNanos, int value, long energy) {
    long behind = newestNanos - timeNanos;
    boolean isOnlySlewed = behind > -MICRO && behind <= AgentClock.NOISE_NANOS;
    newestNanos = isOnlySlewed ? newestNanos + MICRO : timeNanos;
    packer.add(newestNanos, value, energy);
  }

  /** Closes the block where a poll at this time would be too late for it; whether it was. */
  synchronized boolean closeIfAged(long timeNanos) {
    return packer.closeIfAged(timeNanos);
  }

  synchronized void close() {
    packer.close();
  }
}
