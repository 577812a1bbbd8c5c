package io.wattune.collectors.counters;

import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.DeviceWithEvents;
import io.wattune.collectors.device.EventSource;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A device with counters of another source in place of its own: two series of one device would each
 * make the other one seem repeated.
 */
public final class CountedDevice extends DeviceWithEvents {
  private final CounterThread counters;

  private CountedDevice(DeviceSource device, CounterThread counters) {
    super(device);
    this.counters = counters;
  }

  /**
   * A device with these counters.
   *
   * @param device owned by the result
   * @param source owned by the result
   * @param epochNanos the agent's clock
   * @param changes receives one line for each change of state, from any thread
   */
  public static CountedDevice of(
      DeviceSource device,
      DeviceCounters source,
      LongSupplier epochNanos,
      Consumer<String> changes) {
    var counters = new CounterThread(device.device(), source, epochNanos, changes);
    counters.start();
    return new CountedDevice(device, counters);
  }

  @Override
  public long droppedCounters() {
    return counters.dropped();
  }

  @Override
  protected void drain(EventSource.Sink sink) throws DeviceException {
    source().events().drain(new ActivitiesOnly(sink));
    counters.drain(sink);
  }

  /** Passes activities on; the other source counts. */
  private record ActivitiesOnly(EventSource.Sink sink) implements EventSource.Sink {
    @Override
    public void activity(Activity activity) {
      sink.activity(activity);
    }

    @Override
    public void counters(CounterReading reading) {
      // Left out: the other source counts.
    }
  }

  @Override
  public void close() {
    counters.close();
    super.close();
  }
}
