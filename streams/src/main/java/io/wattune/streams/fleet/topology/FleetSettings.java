package io.wattune.streams.fleet.topology;

import io.wattune.schemas.topics.Namespace;
import java.time.Duration;

/**
 * What the topology depends on.
 *
 * @param namespace which topics
 * @param tasks into how many parts nodes, and racks, are divided; fixed for the life of the
 *     application's topics
 * @param staleAfter age from which a device is stale
 */
public record FleetSettings(Namespace namespace, int tasks, Duration staleAfter) {
  /** Least time between two records of one key. */
  static final long PACE_MILLIS = 1_000;

  /**
   * After which a sum is sent again though nothing has changed: what a task that had lost its nodes
   * without knowing has sent last is put right by it.
   */
  static final long REFRESH_MILLIS = 30_000;

  public FleetSettings {
    if (tasks < 1 || tasks > 1024) {
      throw new IllegalArgumentException("tasks must be in 1..1024, was " + tasks);
    }
    if (staleAfter.toMillis() < 1_000 || staleAfter.toDays() > 1) {
      throw new IllegalArgumentException(
          "staleAfter must be 1 s to 1 day, was " + staleAfter.toMillis() + " ms");
    }
  }

  long staleAfterNanos() {
    return staleAfter.toNanos();
  }
}
