package io.wattune.collectors.agent;

import java.time.Instant;

/** The machine's two clocks. */
public interface TimeSource {
  /** The real ones. */
  TimeSource SYSTEM =
      new TimeSource() {
        @Override
        public long monotonicNanos() {
          return System.nanoTime();
        }

        @Override
        public long wallNanos() {
          Instant now = Instant.now();
          return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        }
      };

  /** Nanoseconds from any origin; never goes back. */
  long monotonicNanos();

  /** Epoch nanoseconds of the wall clock, which somebody may set. */
  long wallNanos();
}
