package io.wattune.collectors.writer;

import io.wattune.core.lease.LeaseTime;
import java.time.Instant;

/** The node's clocks. */
@FunctionalInterface
public interface NodeClock {
  /** The machine's own clocks. */
  NodeClock SYSTEM =
      () -> {
        Instant now = Instant.now();
        return new LeaseTime(
            now.getEpochSecond() * 1_000_000_000L + now.getNano(), System.nanoTime());
      };

  /** Both clocks now. */
  LeaseTime now();
}
