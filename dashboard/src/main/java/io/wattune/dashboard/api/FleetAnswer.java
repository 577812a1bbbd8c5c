package io.wattune.dashboard.api;

import io.wattune.dashboard.state.DeviceFlag;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.FleetNow;
import io.wattune.dashboard.state.SettingNow;
import io.wattune.dashboard.state.SumNow;
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
  record DeviceSetting(@Nullable Long value, @Nullable Long own, String unit) {}

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
      Map<String, DeviceSetting> settings) {

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

    static Map<String, DeviceSetting> settings(List<SettingNow> settings) {
      Map<String, DeviceSetting> byName = new LinkedHashMap<>();
      for (SettingNow each : settings) {
        byName.put(
            each.tunable(), new DeviceSetting(each.value(), each.own(), Units.of(each.unit())));
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
    return Table.of(
        "fleet",
        devices,
        new Table.Column<>("device", Device::id),
        new Table.Column<>("node", Device::node),
        new Table.Column<>("rack", Device::rack),
        new Table.Column<>("vendor", Device::vendor),
        new Table.Column<>("model", Device::model),
        new Table.Column<>("power (W)", Device::powerWatts),
        new Table.Column<>("standard error (W)", Device::errorWatts),
        new Table.Column<>("quality", Device::quality),
        new Table.Column<>("sample (ms since 1970)", Device::sampleMs),
        new Table.Column<>("energy (J)", Device::energyJoules),
        new Table.Column<>("flags", device -> String.join(" ", device.flags())),
        new Table.Column<>("activity", Device::activity));
  }
}
