package io.wattune.collectors.local;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a device has said and no ledger has taken yet. While nobody follows the device it is the
 * newest {@value #PAST_NANOS} ns, so that an activity's first readings, and those before it that a
 * sensor's lag needs, are there when it starts. Thread safe; never blocks for long.
 */
final class Backlog {
  /** Longer than any sensor's response, and than a line is on its way. */
  static final long PAST_NANOS = 10_000_000_000L;

  /** Most readings that wait: a minute at 1 kHz. */
  static final int MOST_READINGS = 65_536;

  private static final int MOST_EVENTS = 10_000;

  /** One of the two. */
  record Datum(@Nullable PollBlock block, @Nullable Activity activity) {
    int readings() {
      return block == null ? 0 : block.polls();
    }
  }

  private final LocalCounts counts;
  private final Deque<Datum> waiting = new ArrayDeque<>();
  private int readings;
  private boolean keepsAll;
  private String model = "";

  Backlog(LocalCounts counts) {
    this.counts = counts;
  }

  /**
   * Takes a block.
   *
   * @return whether somebody follows the device
   */
  synchronized boolean add(PollBlock block) {
    waiting.add(new Datum(block, null));
    readings += block.polls();
    model = block.model().isEmpty() ? model : block.model();
    trim();
    return keepsAll;
  }

  /** The device's model, as one of its blocks has named it; empty where none has. */
  synchronized String model() {
    return model;
  }

  /** Takes an activity that the device itself reported. */
  synchronized void add(Activity activity) {
    waiting.add(new Datum(null, activity));
    trim();
  }

  /** Whether all is kept until it is taken. */
  synchronized void keepAll(boolean all) {
    keepsAll = all;
    trim();
  }

  /** The oldest that waits; null where nothing does. */
  synchronized @Nullable Datum next() {
    Datum next = waiting.poll();
    if (next != null) {
      readings -= next.readings();
    }
    return next;
  }

  private void trim() {
    while (readings > MOST_READINGS || waiting.size() > MOST_EVENTS || isPast()) {
      Datum dropped = waiting.remove();
      readings -= dropped.readings();
      if (keepsAll) {
        counts.droppedReadings.inc(dropped.readings());
      }
    }
  }

  private boolean isPast() {
    Datum oldest = waiting.peek();
    Datum newest = waiting.peekLast();
    if (keepsAll || oldest == null || newest == null || waiting.size() == 1) {
      return false;
    }
    return timeNanos(oldest) < timeNanos(newest) - PAST_NANOS;
  }

  private static long timeNanos(Datum datum) {
    PollBlock block = datum.block();
    if (block != null) {
      return block.polls() == 0 ? Long.MIN_VALUE / 2 : block.timesNanos()[block.polls() - 1];
    }
    Activity activity = datum.activity();
    return activity == null ? Long.MIN_VALUE / 2 : activity.startNanos();
  }
}
