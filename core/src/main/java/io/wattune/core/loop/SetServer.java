package io.wattune.core.loop;

import io.wattune.core.policy.Ladders;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Configuration;
import java.util.OptionalDouble;
import java.util.Set;

/** A server whose device is set by what it says of itself. */
interface SetServer {
  /** Whether it still serves what a reading of it says, as it does. */
  boolean isOf(ServingReading reading);

  /** What its tail may be. */
  double objectiveSeconds();

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
  void review(long nowNanos);

  /** Whether it may be gone for good. */
  boolean isGoneAt(long nowNanos);

  /** How its wish came to be. */
  ServerState state();

  /** The same for people. */
  String detail();

  /** What it wants of its device; empty for own settings. */
  Configuration wish();
}
