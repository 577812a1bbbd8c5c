package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import org.jspecify.annotations.Nullable;

/**
 * Power of a node, a rack or the cluster.
 *
 * @param scope what the sum is over
 * @param name name of the node or rack; {@code all} for the cluster
 * @param rack the rack of a node, where it is known
 * @param atNanos newest sample in the sum, epoch nanoseconds
 * @param powerWatts sum of the newest true power of fresh devices; NaN without any
 * @param errorWatts its standard error; NaN without any
 * @param energyJoules energy since the one who summed began; null where it is not known
 * @param freshDevices devices in the sum
 * @param staleDevices devices whose newest sample is too old
 * @param silentDevices devices that have never given a sample
 * @param quality worst quality in the sum
 * @param isFromFleetView whether the fleet view has summed, not this process
 */
public record SumNow(
    FleetScope scope,
    String name,
    @Nullable String rack,
    long atNanos,
    double powerWatts,
    double errorWatts,
    @Nullable Double energyJoules,
    int freshDevices,
    int staleDevices,
    int silentDevices,
    Quality quality,
    boolean isFromFleetView) {
  private static final double MILLI = 1e-3;

  /** A sum of the fleet view. */
  static SumNow of(FleetPower power) {
    boolean none = power.freshDevices() == 0;
    EnergySum energy = power.energy();
    return new SumNow(
        power.scope(),
        power.name(),
        power.parent(),
        power.atNanos(),
        none ? Double.NaN : power.powerMilliwatts() * MILLI,
        none ? Double.NaN : power.errorMilliwatts() * MILLI,
        energy == null
            ? null
            : (Double) (energy.joules() + LiveEnergy.joules(energy.microjoules())),
        power.freshDevices(),
        power.staleDevices(),
        power.silentDevices(),
        power.quality(),
        true);
  }
}
