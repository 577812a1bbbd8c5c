package io.wattune.collectors.writer;

import io.wattune.core.lease.LeaseStateMachine;

/**
 * What other threads and the guardian see of a device: how far it is from its own settings, and
 * whether it switches between configurations. Updated by the device's thread.
 */
final class LeaseExposureBoard {
  private final LeaseStateMachine lease;
  private final Runnable beat;
  private volatile LeaseExposure exposure;
  private volatile boolean hasSeveral;

  /**
   * Where a device is that has just been opened.
   *
   * @param beat shows the other process what {@link #exposure} has become
   */
  LeaseExposureBoard(LeaseStateMachine lease, Runnable beat) {
    this.lease = lease;
    this.beat = beat;
    this.exposure =
        lease.state() == LeaseStateMachine.State.OWN
            ? LeaseExposure.NONE
            : new LeaseExposure(true, true, 0);
  }

  /** How far it is from its own settings. For any thread. */
  LeaseExposure exposure() {
    return exposure;
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
    LeaseExposure now = exposure;
    return now.isOut() && !now.isReturning() && hasSeveral;
  }

  /**
   * Shows the guardian how far the device is from its own settings; called before anything is
   * written.
   */
  void show() {
    exposure =
        switch (lease.state()) {
          case OWN -> LeaseExposure.NONE;
          case LEASED -> new LeaseExposure(true, false, lease.restoreDeadlineNanos());
          case RETURNING -> new LeaseExposure(true, true, 0);
        };
    beat.run();
  }
}
