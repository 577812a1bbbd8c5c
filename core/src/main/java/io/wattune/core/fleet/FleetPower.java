package io.wattune.core.fleet;

import io.wattune.core.Quality;
import org.jspecify.annotations.Nullable;

/**
 * Power of a node, a rack or the cluster at one event time.
 *
 * @param scope what the sum is over
 * @param name of the node or rack; {@link FleetScope#ALL} for the cluster
 * @param parent the rack of a node, where it is known
 * @param atNanos epoch nanoseconds of event time that the sum is seen from
 * @param powerMilliwatts sum over the fresh devices; 0 without any
 * @param errorMilliwatts its standard error
 * @param energy sum over all devices since the view began; null where it has not read the ledger
 * @param freshDevices devices in the sum of power
 * @param staleDevices devices whose newest sample is older than that
 * @param silentDevices devices that have never given a sample
 * @param staleAfterNanos age from which a device is stale
 * @param quality worst quality in the sum; INVALID where nothing is fresh
 */
public record FleetPower(
    FleetScope scope,
    String name,
    @Nullable String parent,
    long atNanos,
    long powerMilliwatts,
    long errorMilliwatts,
    @Nullable EnergySum energy,
    int freshDevices,
    int staleDevices,
    int silentDevices,
    long staleAfterNanos,
    Quality quality) {

  public FleetPower {
    if (errorMilliwatts < 0) {
      throw new IllegalArgumentException(
          "errorMilliwatts must not be negative, was " + errorMilliwatts);
    }
    if (freshDevices < 0 || staleDevices < 0 || silentDevices < 0) {
      throw new IllegalArgumentException(
          ("a number of devices must not be negative, had %s fresh, %s stale and %s "
                  + "silent in %s '%s'")
              .formatted(freshDevices, staleDevices, silentDevices, scope.label(), name));
    }
    if (staleAfterNanos <= 0) {
      throw new IllegalArgumentException("staleAfterNanos must be above 0, was " + staleAfterNanos);
    }
  }

  /** A sum as a record. */
  public static FleetPower of(
      FleetScope scope, String name, @Nullable String parent, FleetSum sum, long staleAfterNanos) {
    return new FleetPower(
        scope,
        name,
        parent,
        sum.atNanos(),
        sum.powerMilliwatts(),
        sum.errorMilliwatts(),
        sum.energy(),
        sum.freshDevices(),
        sum.staleDevices(),
        sum.silentDevices(),
        staleAfterNanos,
        sum.quality());
  }

  /** Key of its record. */
  public String key() {
    return scope.label() + "/" + name;
  }
}
