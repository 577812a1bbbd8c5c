package io.wattune.dashboard.api;

import io.wattune.core.NewestEntries;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.dashboard.state.DeviceDetail;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The noise floors of devices that somebody looks at. One takes a good part of a second of a
 * processor, so that those of the newest questions are kept. Thread safe; one is found at a time.
 */
final class KnownFloors {
  private static final int MOST = 256;

  private final Map<Question, NoiseFloor> known = NewestEntries.used(MOST);

  private record Question(SensorProfile profile, double pollSeconds, PowerRange range) {}

  /** Null where the device's profile, range or polls are not known. */
  synchronized @Nullable NoiseFloor of(DeviceDetail detail) {
    PowerRange seen = detail.range();
    DeviceDescriptor descriptor = detail.descriptor();
    if (seen == null || descriptor == null || detail.profiles().isEmpty()) {
      return null;
    }
    PowerRange range = seen.reaching(PowerRange.limitWatts(descriptor.tunables()).orElse(0));
    SensorProfile profile = detail.profiles().get(0);
    for (Signal signal : descriptor.signals()) {
      if (signal.name().equals(profile.signal())) {
        double poll = signal.pollPeriodNanos() * 1e-9;
        return known.computeIfAbsent(
            new Question(profile, poll, range),
            asked -> NoiseFloor.of(asked.profile(), asked.pollSeconds(), asked.range()));
      }
    }
    return null;
  }
}
