package io.wattune.dashboard.health;

import java.util.List;
import java.util.Optional;

/**
 * What parts in the dashboard's own process say of themselves: the hook for {@code ./wattune up}.
 * Asked every few seconds by one thread; answers from what is known, without waiting.
 */
public interface HealthSource {
  /** Nothing else runs in this process. */
  HealthSource NONE = List::of;

  /** How these parts do. */
  List<PartHealth> parts();

  /** How the jobs do that this process watches. */
  default List<JobHealth> jobs() {
    return List.of();
  }

  /** How the writing to the store goes; empty where this process does not write to one. */
  default Optional<StoreHealth> store() {
    return Optional.empty();
  }

  /** What agents of this process hold back; empty where there are none. */
  default Optional<SpoolHealth> spool() {
    return Optional.empty();
  }
}
