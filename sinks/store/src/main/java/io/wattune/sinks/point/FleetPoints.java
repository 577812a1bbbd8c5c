package io.wattune.sinks.point;

import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.OptionalLong;

/** Points of the fleet's power. */
final class FleetPoints {
  private FleetPoints() {}

  static void make(FleetPower fleet, PointLines lines) {
    lines
        .begin(PointCatalogue.FLEET)
        .tag(PointCatalogue.SCOPE, fleet.scope().label())
        .tag(PointCatalogue.NAME, fleet.name());
    if (fleet.freshDevices() > 0) {
      lines
          .milli(PointCatalogue.POWER_WATTS, fleet.powerMilliwatts())
          .milli(PointCatalogue.ERROR_WATTS, fleet.errorMilliwatts());
    }
    EnergySum energy = fleet.energy();
    if (energy != null) {
      energy(energy, lines);
    }
    lines
        .integer(PointCatalogue.FRESH_DEVICES, fleet.freshDevices())
        .integer(PointCatalogue.STALE_DEVICES, fleet.staleDevices())
        .integer(PointCatalogue.SILENT_DEVICES, fleet.silentDevices())
        .integer(PointCatalogue.QUALITY_CODE, fleet.quality().code())
        .at(fleet.atNanos());
  }

  /** In whole joules where microjoules do not fit any more. */
  private static void energy(EnergySum energy, PointLines lines) {
    OptionalLong microjoules = energy.fittingMicrojoules();
    if (microjoules.isPresent()) {
      lines.micro(PointCatalogue.FLEET_ENERGY_JOULES, microjoules.getAsLong());
    } else {
      lines.decimal(PointCatalogue.FLEET_ENERGY_JOULES, (double) energy.joules());
    }
  }
}
