package io.wattune.replay.calibration;

import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.replay.file.DeviceTrace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The noise floor of a sensor as it was polled in a trace, on a device as it was loaded there. */
final class TraceFloor {
  private TraceFloor() {}

  /** Null where power never changed, or no two polls are apart. */
  static @Nullable NoiseFloor of(DeviceTrace trace, SensorProfile profile) {
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int value : trace.values()) {
      if (value != PollBlock.MISSING) {
        double watts = profile.gain() * value * trace.unit().watts() + profile.offsetWatts();
        lowest = Math.min(lowest, watts);
        highest = Math.max(highest, watts);
      }
    }
    double idle = Math.max(0, lowest);
    double poll = pollSeconds(trace.timesNanos());
    return highest > idle && poll > 0
        ? NoiseFloor.of(profile, poll, new PowerRange(idle, highest))
        : null;
  }

  /** Half of the polls come as soon after the one before. */
  private static double pollSeconds(long[] timesNanos) {
    long[] apart = new long[Math.max(0, timesNanos.length - 1)];
    for (int i = 0; i < apart.length; i++) {
      apart[i] = timesNanos[i + 1] - timesNanos[i];
    }
    long[] forward = Arrays.stream(apart).filter(nanos -> nanos > 0).sorted().toArray();
    return forward.length == 0 ? 0 : forward[forward.length / 2] * 1e-9;
  }
}
