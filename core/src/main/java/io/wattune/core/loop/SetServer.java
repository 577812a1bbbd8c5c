package io.wattune.core.loop;

import io.wattune.core.policy.Ladders;
import io.wattune.core.serving.LiveServer;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Configuration;
import java.util.OptionalDouble;
import java.util.Set;

/** A server whose device is set by what it says of itself. */
interface SetServer {
  /** Whether it still serves what a reading of it says, as it does. */
  boolean isOf(ServingReading reading);

  /** How it is. */
  LiveServer live();

  /** What can be set on its device. */
  void offer(Ladders ladders);

  /**
   * It was read.
   *
   * @param watts mean power of its device meanwhile; empty where that is not known
   * @param inForce of these one was in force
   */
  void take(ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce);

  /** Time has passed; nothing of it may have come. */
  default void review(long nowNanos) {
    live().review(nowNanos);
  }

  /** What it wants of its device; empty for own settings. */
  Configuration wish();
}
