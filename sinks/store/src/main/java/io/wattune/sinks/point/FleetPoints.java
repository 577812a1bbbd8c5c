package io.wattune.sinks.point;

import io.wattune.core.Quality;
import io.wattune.schemas.avro.FleetPower;
import io.wattune.schemas.avro.FleetScope;
import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Points of the fleet's power. */
final class FleetPoints implements PointMaker {
  private final RecordDecoder<FleetPower> decoder;

  FleetPoints(SchemaStore schemas) {
    decoder = new RecordDecoder<>(FleetPower.class, schemas);
  }

  @Override
  public void make(byte @Nullable [] value, PointLines lines) throws UndecodableException {
    FleetPower fleet = decoder.decode(value);
    if (fleet.getScope() == FleetScope.UNKNOWN) {
      throw new UndecodableException(
          UndecodableException.UNKNOWN_SYMBOL,
          "the scope of a FleetPower is not known here; update this reader");
    }
    lines
        .begin(PointCatalogue.FLEET)
        .tag(PointCatalogue.SCOPE, fleet.getScope().name().toLowerCase(Locale.ROOT))
        .tag(PointCatalogue.NAME, fleet.getName());
    if (fleet.getFreshDevices() > 0) {
      lines
          .milli(PointCatalogue.POWER_WATTS, fleet.getPowerMilliwatts())
          .milli(PointCatalogue.ERROR_WATTS, fleet.getErrorMilliwatts());
    }
    energy(fleet, lines);
    lines
        .integer(PointCatalogue.FRESH_DEVICES, fleet.getFreshDevices())
        .integer(PointCatalogue.STALE_DEVICES, fleet.getStaleDevices())
        .integer(PointCatalogue.SILENT_DEVICES, fleet.getSilentDevices())
        .integer(PointCatalogue.QUALITY_CODE, quality(fleet))
        .at(fleet.getAtNanos());
  }

  /** In whole joules where microjoules do not fit any more. */
  private static void energy(FleetPower fleet, PointLines lines) {
    Long microjoules = fleet.getEnergyMicrojoules();
    Long joules = fleet.getEnergyJoules();
    if (microjoules != null) {
      lines.micro(PointCatalogue.FLEET_ENERGY_JOULES, microjoules);
    } else if (joules != null) {
      lines.decimal(PointCatalogue.FLEET_ENERGY_JOULES, joules);
    }
  }

  private static int quality(FleetPower fleet) {
    return Quality.valueOf(fleet.getQuality().name()).code();
  }
}
