package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Power of the fleet: {@link FleetPower} and the record {@code FleetPower}. */
public final class FleetPowerCodec
    extends AvroCodec<FleetPower, io.wattune.schemas.avro.FleetPower> {

  public FleetPowerCodec() {
    this(BundledSchemas.get());
  }

  public FleetPowerCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.FleetPower.class, store);
  }

  @Override
  io.wattune.schemas.avro.FleetPower toRecord(FleetPower power) {
    EnergySum energy = power.energy();
    return new io.wattune.schemas.avro.FleetPower(
        io.wattune.schemas.avro.FleetScope.valueOf(power.scope().name()),
        power.name(),
        power.parent(),
        power.atNanos(),
        power.powerMilliwatts(),
        power.errorMilliwatts(),
        Checks.orNull(energy == null ? OptionalLong.empty() : energy.fittingMicrojoules()),
        energy == null ? null : Long.valueOf(energy.joules()),
        power.freshDevices(),
        power.staleDevices(),
        power.silentDevices(),
        power.staleAfterNanos(),
        io.wattune.schemas.avro.Quality.valueOf(power.quality().name()));
  }

  /** Decodes a record; of an energy that does not fit microjoules only whole joules come back. */
  @Override
  FleetPower toValue(io.wattune.schemas.avro.FleetPower record) throws UndecodableException {
    return new FleetPower(
        Checks.sameName(FleetScope.class, record.getScope()),
        record.getName(),
        record.getParent(),
        record.getAtNanos(),
        record.getPowerMilliwatts(),
        record.getErrorMilliwatts(),
        energy(record.getEnergyMicrojoules(), record.getEnergyJoules()),
        record.getFreshDevices(),
        record.getStaleDevices(),
        record.getSilentDevices(),
        record.getStaleAfterNanos(),
        Checks.sameName(Quality.class, record.getQuality()));
  }

  private static @Nullable EnergySum energy(@Nullable Long microjoules, @Nullable Long joules) {
    if (microjoules != null) {
      return EnergySum.ofMicrojoules(microjoules);
    }
    return joules == null ? null : new EnergySum(joules, 0);
  }
}
