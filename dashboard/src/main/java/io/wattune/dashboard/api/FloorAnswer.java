package io.wattune.dashboard.api;

import io.wattune.core.noisefloor.NoiseFloor;
import java.util.List;

/** The smallest and the shortest load whose energy a device's sensor can measure. */
record FloorAnswer(
    int withinPercent,
    double pollSeconds,
    double idleWatts,
    double highestWatts,
    double gainError,
    boolean gainIsKnown,
    double offsetErrorWatts,
    List<NoiseFloor.ShortestLoad> shortest,
    List<NoiseFloor.SmallestLoad> smallest,
    List<String> sentences) {

  static FloorAnswer of(NoiseFloor floor) {
    return new FloorAnswer(
        NoiseFloor.PERCENT,
        floor.pollSeconds(),
        floor.range().idleWatts(),
        floor.range().highestWatts(),
        floor.gainError(),
        floor.isGainKnown(),
        floor.offsetErrorWatts(),
        floor.shortest(),
        floor.smallest(),
        floor.sentences());
  }
}
