package io.wattune.collectors.writer;

import io.wattune.core.gate.DeviceGate;

/**
 * What other threads and the guardian see of a device: how far it is from its own settings, and
 * whether it switches between configurations. Told by the device's thread.
 */
final class Whereabouts {
  private final DeviceGate gate;
  private final Runnable beat;
  private volatile Away away;
  private volatile boolean hasSeveral;

  /**
   * Where a device is that has just been opened.
   *
   * @param beat shows the other process what {@link #away} has become
   */
  Whereabouts(DeviceGate gate, Runnable beat) {
    this.gate = gate;
    this.beat = beat;
    this.away = gate.state() == DeviceGate.State.OWN ? Away.HOME : new Away(true, true, 0);
  }

  /** How far it is from its own settings. For any thread. */
  Away away() {
    return away;
  }

  /** Whether the decision in force has configurations for activities. For any thread. */
  boolean hasSeveral() {
    return hasSeveral;
  }

  void hasSeveral(boolean several) {
    hasSeveral = several;
  }

  /** Whether it switches between configurations now. For any thread. */
  boolean isSwitching() {
    Away now = away;
    return now.isOut() && !now.isReturning() && hasSeveral;
  }

  /** Shows the guardian how far the device is from home: before anything is written. */
  void show() {
    away =
        switch (gate.state()) {
          case OWN -> Away.HOME;
          case LEASED -> new Away(true, false, gate.homewardAtNanos());
          case RETURNING -> new Away(true, true, 0);
        };
    beat.run();
  }
}
