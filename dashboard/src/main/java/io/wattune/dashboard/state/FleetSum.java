package io.wattune.dashboard.state;

import io.wattune.core.Quality;
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
 * @param energyMicrojoules energy since the one who summed began; null where it is not known
 * @param freshDevices devices in the sum
 * @param staleDevices devices whose newest sample is too old
 * @param silentDevices devices that have never given a sample
 * @param quality worst quality in the sum
 * @param isFromFleetView whether the fleet view has summed, not this process
 */
public record FleetSum(
    Scope scope,
    String name,
    @Nullable String rack,
    long atNanos,
    double powerWatts,
    double errorWatts,
    @Nullable Long energyMicrojoules,
    int freshDevices,
    int staleDevices,
    int silentDevices,
    Quality quality,
    boolean isFromFleetView) {

  /** The name of the cluster's sum. */
  public static final String CLUSTER = "all";

  /** What a sum is over. */
  public enum Scope {
    NODE,
    RACK,
    CLUSTER
  }
}
