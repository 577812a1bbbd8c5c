package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.core.reading.EnergyColumn;
import java.util.function.Consumer;

/**
 * What a device is asked for beside its power: its energy counter, its counters, its processes. A
 * failure of one of them is counted, is reported once, and does not affect the power: it is still
 * polled at its rate. For the device's reader thread.
 */
final class SecondarySignals {
  /** Some of it is asked for once a second or less: that it works shows only after a while. */
  private static final long SETTLE_NANOS = 60_000_000_000L;

  private final DeviceSource source;
  private final EventLane events;
  private final DeviceCondition condition;
  private final Consumer<String> changes;
  private boolean isFailing;
  private long failedNanos;

  SecondarySignals(
      DeviceSource source, EventLane events, DeviceCondition condition, Consumer<String> changes) {
    this.source = source;
    this.events = events;
    this.condition = condition;
    this.changes = changes;
  }

  /** What the energy counter says; {@link EnergyColumn#MISSING} where it fails. */
  long energy(long nowNanos) {
    try {
      return source.power().readEnergy();
    } catch (DeviceException | RuntimeException | Error e) {
      failed(nowNanos, e);
      return EnergyColumn.MISSING;
    }
  }

  /** Takes what has happened. */
  void events(long nowNanos) {
    try {
      source.events().drain(events);
    } catch (DeviceException | RuntimeException | Error e) {
      failed(nowNanos, e);
    }
    if (isFailing && nowNanos - failedNanos >= SETTLE_NANOS) {
      isFailing = false;
      changes.accept("device " + source.device() + " gives all beside its power again");
    }
  }

  private void failed(long nowNanos, Throwable failure) {
    String words = DeviceFailure.words(failure);
    condition.failedBeside(words);
    failedNanos = nowNanos;
    if (!isFailing) {
      isFailing = true;
      changes.accept(
          "device " + source.device() + " gives its power and not all beside it: " + words);
    }
  }
}
