package io.wattune.dashboard.api;

import io.wattune.dashboard.state.DeviceFlag;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.FleetNow;
import io.wattune.dashboard.state.SettingNow;
import io.wattune.dashboard.state.SumNow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/fleet}. */
record FleetAnswer(
    Number atMs,
    boolean catchingUp,
    Number energySinceMs,
    Sum cluster,
    List<Sum> racks,
    List<Sum> nodes,
    List<Device> devices,
    List<String> activities) {

  /** A sum; {@code source} says who has summed. */
  record Sum(
      String name,
      @Nullable String rack,
      @Nullable Double powerWatts,
      @Nullable Double errorWatts,
      String quality,
      int freshDevices,
      int staleDevices,
      int silentDevices,
      @Nullable Double energyJoules,
      String source) {

    static Sum of(SumNow sum) {
      return new Sum(
          sum.name(),
          sum.rack(),
          Units.watts(sum.powerWatts()),
          Units.watts(sum.errorWatts()),
          Units.of(sum.quality()),
          sum.freshDevices(),
          sum.staleDevices(),
          sum.silentDevices(),
          sum.energyJoules() == null ? null : Units.joules(sum.energyJoules()),
          sum.isFromFleetView() ? "fleet view" : "dashboard");
    }
  }

  /** A setting of a device. */
  record Setting(@Nullable Long value, @Nullable Long own, String unit) {}

  /** A device. */
  record Device(
      int index,
      String id,
      String node,
      @Nullable String rack,
      String vendor,
      String model,
      @Nullable Double powerWatts,
      @Nullable Double errorWatts,
      String quality,
      @Nullable Number sampleMs,
      @Nullable Double energyJoules,
      List<String> flags,
      @Nullable String throttledBy,
      @Nullable String activity,
      Map<String, Setting> settings) {

    static Device of(DeviceNow device) {
      return new Device(
          device.index(),
          device.id(),
          device.node(),
          device.rack(),
          device.vendor(),
          device.model(),
          Units.watts(device.powerWatts()),
          Units.watts(device.errorWatts()),
          Units.of(device.quality()),
          Units.msOrNull(device.sampleNanos()),
          Units.microjoules(device.energyMicrojoules()),
          DeviceFlag.labels(device.flags()),
          device.throttledBy(),
          device.activity(),
          settings(device.settings()));
    }

    static Map<String, Setting> settings(List<SettingNow> settings) {
      Map<String, Setting> byName = new LinkedHashMap<>();
      for (SettingNow each : settings) {
        byName.put(each.tunable(), new Setting(each.value(), each.own(), Units.of(each.unit())));
      }
      return byName;
    }
  }

  static FleetAnswer of(FleetNow fleet, boolean catchingUp, List<String> activities) {
    return new FleetAnswer(
        Units.ms(fleet.atNanos()),
        catchingUp,
        Units.ms(fleet.sinceNanos()),
        Sum.of(fleet.cluster()),
        fleet.racks().stream().map(Sum::of).toList(),
        fleet.nodes().stream().map(Sum::of).toList(),
        fleet.devices().stream()
            .sorted(Comparator.comparingInt(DeviceNow::index))
            .map(Device::of)
            .toList(),
        activities);
  }

  Table table() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Device device : devices) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(device.id());
      row.add(device.node());
      row.add(device.rack());
      row.add(device.vendor());
      row.add(device.model());
      row.add(device.powerWatts());
      row.add(device.errorWatts());
      row.add(device.quality());
      row.add(device.sampleMs());
      row.add(device.energyJoules());
      row.add(String.join(" ", device.flags()));
      row.add(device.activity());
      rows.add(row);
    }
    return new Table(
        "fleet",
        List.of(
            "device",
            "node",
            "rack",
            "vendor",
            "model",
            "power (W)",
            "standard error (W)",
            "quality",
            "sample (ms since 1970)",
            "energy (J)",
            "flags",
            "activity"),
        rows);
  }
}
