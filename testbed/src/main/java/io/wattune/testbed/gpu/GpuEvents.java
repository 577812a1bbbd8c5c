package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What has happened on a simulated GPU since somebody asked. Holds at most {@value #MOST} events;
 * the oldest are dropped and counted where nobody asks.
 */
final class GpuEvents {
  private static final int MOST = 65_536;

  private final ArrayDeque<BiConsumer<Consumer<Activity>, Consumer<CounterReading>>> events =
      new ArrayDeque<>();
  private long dropped;

  void add(Activity activity) {
    add((activities, counters) -> activities.accept(activity));
  }

  void add(CounterReading reading) {
    add((activities, counters) -> counters.accept(reading));
  }

  private void add(BiConsumer<Consumer<Activity>, Consumer<CounterReading>> event) {
    if (events.size() >= MOST) {
      events.poll();
      dropped++;
    }
    events.add(event);
  }

  void drain(Consumer<Activity> activities, Consumer<CounterReading> counters) {
    for (var event = events.poll(); event != null; event = events.poll()) {
      event.accept(activities, counters);
    }
  }

  long dropped() {
    return dropped;
  }
}
