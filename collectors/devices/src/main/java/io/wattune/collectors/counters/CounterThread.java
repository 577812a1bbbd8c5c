package io.wattune.collectors.counters;

import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PeriodicCounters;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.schemas.thread.Worker;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source of counters on a thread of its own, since it may take long to answer and the
 * device's power must not wait. What it has counted waits to be handed out; if nobody asks, the
 * oldest is dropped, counted and reported. An error is reported once, until it changes, and ends
 * nothing.
 */
final class CounterThread implements EventSource.Sink, AutoCloseable {
  static final int MOST_WAITING = 256;

  private final String device;
  private final PeriodicCounters counters;
  private final Consumer<String> changes;
  private final Queue<CounterReading> waiting = new ArrayDeque<>();
  private final Worker worker;
  private long dropped;

  CounterThread(
      String device, DeviceCounters source, LongSupplier epochNanos, Consumer<String> changes) {
    this.device = device;
    this.counters = new PeriodicCounters(device, source, epochNanos);
    this.changes = changes;
    this.worker =
        Worker.of(
                "counters-" + device,
                () -> {
                  counters.drain(this);
                  return source.periodNanos();
                },
                this::failed)
            .atEnd(source::close);
  }

  void start() {
    worker.start();
  }

  private void failed(@Nullable Throwable failure) {
    changes.accept(
        failure == null
            ? "counters of device " + device + " come again"
            : "counters of device %s are missing: ".formatted(device)
                + (failure instanceof DeviceException ? failure.getMessage() : failure));
  }

  @Override
  public void counters(CounterReading reading) {
    long lost = 0;
    synchronized (this) {
      if (waiting.size() == MOST_WAITING) {
        waiting.remove();
        lost = ++dropped;
      }
      waiting.add(reading);
    }
    // At the first, second, fourth, ...: a device that hangs for long must not fill the log.
    if (Long.bitCount(lost) == 1) {
      changes.accept(
          lost + " counter readings of device " + device + " dropped: its power does not answer");
    }
  }

  @Override
  public void activity(Activity activity) {
    throw new IllegalStateException("a source of counters reported an activity");
  }

  /** Hands out what has been counted since the last call. */
  void drain(EventSource.Sink sink) {
    for (CounterReading next = next(); next != null; next = next()) {
      sink.counters(next);
    }
  }

  private synchronized @Nullable CounterReading next() {
    return waiting.poll();
  }

  /** Readings that were never asked for. */
  synchronized long dropped() {
    return dropped;
  }

  /** Ends when the call that runs has returned. */
  @Override
  public void close() {
    worker.stop();
  }
}
