package io.wattune.collectors.writer;

import io.wattune.core.lease.LeaseTime;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The machine's clocks, which a test can put forward: so a lease can be far longer than anything
 * takes on a slow machine, and ends when the test says so. Thread safe.
 */
final class TestClock implements NodeClock {
  private final AtomicLong passedNanos = new AtomicLong();
  private final AtomicLong stepNanos = new AtomicLong();

  @Override
  public LeaseTime now() {
    LeaseTime now = NodeClock.SYSTEM.now();
    long passed = passedNanos.get();
    return new LeaseTime(now.wallNanos() + passed + stepNanos.get(), now.monotonicNanos() + passed);
  }

  /** Time goes by, on both clocks. */
  void pass(long millis) {
    passedNanos.addAndGet(millis * TestNode.MILLI);
  }

  /** Somebody sets the wall clock; by so much it is off then. */
  void stepWall(long millis) {
    stepNanos.set(millis * TestNode.MILLI);
  }
}
