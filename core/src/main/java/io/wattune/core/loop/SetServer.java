package io.wattune.core.loop;

import io.wattune.core.policy.Ladders;
import io.wattune.core.serving.LiveServer;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server whose device is set by what it says of itself.
 *
 * @param <S> what it is set to
 */
abstract class SetServer<S> {
  /** What is set on its device for each of what can be. */
  final Map<S, Configuration> configurations = new HashMap<>();

  private @Nullable Ladders offered;

  /** Whether it still serves what a reading of it says, as it does. */
  abstract boolean isOf(ServingReading reading);

  /** How it is. */
  abstract LiveServer live();

  /** What can be set on its device. */
  final void offer(Ladders ladders) {
    if (!ladders.equals(offered)) {
      offered = ladders;
      configurations.clear();
      configure(ladders);
    }
  }

  /** Something else can be set: fills the configurations. */
  abstract void configure(Ladders ladders);

  /**
   * It was read.
   *
   * @param watts mean power of its device meanwhile; empty where that is not known
   * @param inForce of these one was in force
   */
  abstract void take(
      ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce);

  /** Time has passed; nothing of it may have come. */
  void review(long nowNanos) {
    live().review(nowNanos);
  }

  /** What it is to be set to; null for own settings. */
  abstract @Nullable S chosen();

  /** What it wants of its device; empty for own settings. */
  final Configuration wish() {
    S chosen = chosen();
    return chosen == null
        ? Configuration.EMPTY
        : configurations.getOrDefault(chosen, Configuration.EMPTY);
  }
}
