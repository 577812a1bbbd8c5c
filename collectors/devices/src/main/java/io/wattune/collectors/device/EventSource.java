package io.wattune.collectors.device;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;

/** What happens on a device besides power: activities that start and end, counters. */
public interface EventSource {
  /** A device that reports no events. */
  EventSource NONE = sink -> {};

  /** Takes the events, in the order in which they happened. */
  interface Sink {
    /** An activity has started (it has no end yet) or ended. */
    void activity(Activity activity);

    /** Counters of an interval; the sequence in it is the source's. */
    void counters(CounterReading reading);
  }

  /**
   * Hands out what has happened since the last call. Called by one thread, at the rate of the
   * fastest power signal.
   */
  void drain(Sink sink) throws DeviceException;
}
