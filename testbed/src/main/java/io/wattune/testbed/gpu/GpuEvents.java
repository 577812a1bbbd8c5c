package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import java.util.ArrayDeque;

/**
 * What has happened on a simulated GPU since somebody asked. Holds at most {@value #MOST} events;
 * the oldest are dropped and counted where nobody asks.
 */
final class GpuEvents {
  private static final int MOST = 65_536;

  private final ArrayDeque<Object> events = new ArrayDeque<>();
  private long dropped;

  void add(Activity activity) {
    makeRoom();
    events.add(activity);
  }

  void add(CounterReading reading) {
    makeRoom();
    events.add(reading);
  }

  void drain(GpuEventSink sink) {
    for (Object event = events.poll(); event != null; event = events.poll()) {
      if (event instanceof Activity activity) {
        sink.activity(activity);
      } else if (event instanceof CounterReading reading) {
        sink.counters(reading);
      }
    }
  }

  long dropped() {
    return dropped;
  }

  private void makeRoom() {
    if (events.size() >= MOST) {
      events.poll();
      dropped++;
    }
  }
}
