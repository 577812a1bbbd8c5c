package io.wattune.replay.publish;

import io.wattune.embedded.flink.JobFailedException;

/** Decides when a replay sends what. */
@FunctionalInterface
public interface Pacer {
  /** As fast as it goes. */
  Pacer MAX_SPEED = eventNanos -> {};

  /**
   * Returns when the time for an event has come; throws where nobody reads any more.
   *
   * @param eventNanos event time, epoch nanoseconds; never earlier than in the call before
   */
  void await(long eventNanos) throws InterruptedException, JobFailedException;

  /** A clock to pace by. */
  interface Clock {
    /** The machine's monotonic clock. */
    Clock SYSTEM =
        new Clock() {
          @Override
          public long nanoTime() {
            return System.nanoTime();
          }

          @Override
          public void sleep(long nanos) throws InterruptedException {
            java.util.concurrent.TimeUnit.NANOSECONDS.sleep(nanos);
          }
        };

    /** Monotonic nanoseconds from any origin. */
    long nanoTime();

    /** Returns when about that many nanoseconds, above 0, have passed. */
    void sleep(long nanos) throws InterruptedException;
  }
}
