package io.wattune.collectors.agent;

import io.wattune.collectors.device.PowerSource;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;

/**
 * Readings that a driver kept, with its times, on their way into a device's lane. The energy
 * counter was asked when the agent asked, not when a reading was true: it becomes a poll of its
 * own, which shows the reading that stood then. A driver may hand out a reading some milliseconds
 * after it was true; so that polls stay in order the energy waits for the first reading that is
 * later. A source whose answers hold both gives them together. For one thread.
 */
final class DriverBufferPolls implements PowerSource.KeptSink {
  private final PowerLane lane;
  private int lastValue = PollBlock.MISSING;
  private long energyNanos = Long.MAX_VALUE;
  private long energy = EnergyColumn.MISSING;

  DriverBufferPolls(PowerLane lane) {
    this.lane = lane;
  }

  @Override
  public void reading(long epochNanos, int value) {
    reading(epochNanos, value, EnergyColumn.MISSING);
  }

  @Override
  public void reading(long epochNanos, int value, long energyWithIt) {
    if (epochNanos > energyNanos) {
      lane.add(energyNanos, lastValue, energy);
      energyNanos = Long.MAX_VALUE;
    }
    lane.add(epochNanos, value, energyWithIt);
    lastValue = value;
  }

  /** What the energy counter said; replaces one that still waits. */
  void energy(long timeNanos, long value) {
    if (value != EnergyColumn.MISSING) {
      energyNanos = timeNanos;
      energy = value;
    }
  }
}
