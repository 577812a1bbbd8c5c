package io.wattune.collectors.device;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterValue;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A source of counters as events of its device: asked at its own period, whatever the rate at which
 * events are drained. The first answer only begins an interval; so does one after the clock was set
 * back. Where what is answered may reach back further than the last call, so does the interval: two
 * of them may overlap. For one thread.
 */
public final class PeriodicCounters implements EventSource {
  private final String device;
  private final DeviceCounters source;
  private final LongSupplier epochNanos;
  private long askedNanos;
  private boolean isAsked;
  private long sequence;

  /**
   * Counters of a device.
   *
   * @param epochNanos the agent's clock
   */
  public PeriodicCounters(String device, DeviceCounters source, LongSupplier epochNanos) {
    this.device = device;
    this.source = source;
    this.epochNanos = epochNanos;
  }

  @Override
  public void drain(Sink sink) throws DeviceException {
    long now = epochNanos.getAsLong();
    long since = now - askedNanos;
    if (isAsked && since >= 0 && since < source.periodNanos()) {
      return;
    }
    boolean isInterval = isAsked && since > 0;
    long start = askedNanos;
    askedNanos = now;
    isAsked = true;
    List<CounterValue> values = source.read();
    if (isInterval && !values.isEmpty()) {
      long from = Math.max(0, Math.min(start, now - source.reachNanos()));
      sink.counters(
          new CounterReading(device, sequence++, from, now, null, null, null, values, false));
    }
  }
}
