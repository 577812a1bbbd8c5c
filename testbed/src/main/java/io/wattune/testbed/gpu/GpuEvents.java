package io.wattune.testbed.gpu;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * What has happened on a simulated GPU since somebody asked. Holds at most {@value #MOST} events;
 * the oldest are dropped and counted where nobody asks.
 */
final class GpuEvents {
  private static final int MOST = 65_536;

  private final ArrayDeque<Consumer<GpuEventSink>> events = new ArrayDeque<>();
  private long dropped;

  void add(Consumer<GpuEventSink> event) {
    if (events.size() >= MOST) {
      events.poll();
      dropped++;
    }
    events.add(event);
  }

  void drain(GpuEventSink sink) {
    for (var event = events.poll(); event != null; event = events.poll()) {
      event.accept(sink);
    }
  }

  long dropped() {
    return dropped;
  }
}
