package io.wattune.dashboard.events;

import io.wattune.dashboard.api.ActivityNames;
import io.wattune.dashboard.api.Units;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.FleetNow;
import io.wattune.dashboard.state.SumNow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the events {@code power} of one page, each with what has changed since the last one. One
 * for each page; not thread safe.
 */
final class PowerDelta {
  private final ActivityNames names;
  private final Map<Integer, SentPower> lastSent = new HashMap<>();

  private record SentPower(
      @Nullable Double watts, @Nullable Double error, int quality, int flags, int activity) {}

  /** A page that knows nothing yet. */
  PowerDelta(ActivityNames names) {
    this.names = names;
  }

  /** The event {@code power}. */
  record Event(
      Number atMs,
      List<@Nullable Object> cluster,
      List<List<@Nullable Object>> devices,
      @Nullable Double energyJoules) {}

  /** What is new since the last time; the first time all of it. */
  Event next(FleetNow fleet) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (DeviceNow device : fleet.devices()) {
      SentPower now =
          new SentPower(
              Units.watts(device.powerWatts()),
              Units.watts(device.errorWatts()),
              device.quality().code(),
              device.flags(),
              names.indexOf(device.activity()));
      if (!now.equals(lastSent.put(device.index(), now))) {
        List<@Nullable Object> row = new ArrayList<>(6);
        row.add(device.index());
        row.add(now.watts());
        row.add(now.error());
        row.add(now.quality());
        row.add(now.flags());
        row.add(now.activity());
        rows.add(row);
      }
    }
    SumNow cluster = fleet.cluster();
    return new Event(
        Units.ms(fleet.atNanos()),
        cluster(cluster),
        rows,
        cluster.energyJoules() == null ? null : Units.joules(cluster.energyJoules()));
  }

  private static List<@Nullable Object> cluster(SumNow cluster) {
    List<@Nullable Object> row = new ArrayList<>(6);
    row.add(Units.watts(cluster.powerWatts()));
    row.add(Units.watts(cluster.errorWatts()));
    row.add(cluster.quality().code());
    row.add(cluster.freshDevices());
    row.add(cluster.staleDevices());
    row.add(cluster.silentDevices());
    return row;
  }
}
