package io.wattune.dashboard.state;

import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/**
 * The lowest and the highest reading of a device. Of readings and not of true power, which
 * overshoots where a lag is undone. Not thread safe.
 */
final class ReadRange {
  private static final double MILLI = 1e-3;

  /** A range that grows by noise alone should not look new. */
  private static final double STEP = 1.1;

  private int lowest = Integer.MAX_VALUE;
  private int highest = Integer.MIN_VALUE;

  void take(TruePower block) {
    for (int i = 0; i < block.samples(); i++) {
      int raw = block.rawMilliwatts()[i];
      lowest = Math.min(lowest, raw);
      highest = Math.max(highest, raw);
    }
  }

  /** In watts of true power, outwards in steps of a tenth; null where the readings are all one. */
  @Nullable PowerRange range(SensorProfile profile) {
    if (highest <= lowest) {
      return null;
    }
    double idle = profile.gain() * lowest * MILLI + profile.offsetWatts();
    double most = profile.gain() * highest * MILLI + profile.offsetWatts();
    return most <= 0 ? null : new PowerRange(idle <= 0 ? 0 : step(idle, false), step(most, true));
  }

  private static double step(double watts, boolean isUpwards) {
    double steps = Math.log(watts) / Math.log(STEP);
    return Math.pow(STEP, isUpwards ? Math.floor(steps) + 1 : Math.floor(steps));
  }
}
