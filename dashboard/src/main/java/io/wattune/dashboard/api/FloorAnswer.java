package io.wattune.dashboard.api;

import io.wattune.core.noisefloor.NoiseFloor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The smallest and the shortest load whose energy a device's sensor can measure. */
record FloorAnswer(
    int withinPercent,
    double pollSeconds,
    double idleWatts,
    double highestWatts,
    double gainError,
    boolean gainIsKnown,
    double offsetErrorWatts,
    List<Shortest> shortest,
    List<Smallest> smallest,
    List<String> sentences) {

  /** Null seconds: none up to a minute. */
  record Shortest(double watts, @Nullable Double seconds) {}

  /** Null watts: none within the range. */
  record Smallest(double seconds, @Nullable Double watts) {}

  static FloorAnswer of(NoiseFloor floor) {
    return new FloorAnswer(
        NoiseFloor.PERCENT,
        floor.pollSeconds(),
        floor.range().idleWatts(),
        floor.range().highestWatts(),
        floor.gainError(),
        floor.isGainKnown(),
        floor.offsetErrorWatts(),
        floor.shortest().stream().map(load -> new Shortest(load.watts(), load.seconds())).toList(),
        floor.smallest().stream().map(load -> new Smallest(load.seconds(), load.watts())).toList(),
        floor.sentences());
  }
}
