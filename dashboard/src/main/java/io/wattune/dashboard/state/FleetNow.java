package io.wattune.dashboard.state;

import java.util.List;

/**
 * How the fleet stands.
 *
 * @param atNanos when this was put together, epoch nanoseconds
 * @param sinceNanos from when on energies are counted
 * @param cluster the sum of all
 * @param racks sums by rack, in the order of names
 * @param nodes sums by node, in the order of names
 * @param devices each device, in the order of ids
 * @param catalogVersion grows when devices come, go or are described anew
 */
public record FleetNow(
    long atNanos,
    long sinceNanos,
    SumNow cluster,
    List<SumNow> racks,
    List<SumNow> nodes,
    List<DeviceNow> devices,
    long catalogVersion) {

  public FleetNow {
    racks = List.copyOf(racks);
    nodes = List.copyOf(nodes);
    devices = List.copyOf(devices);
  }
}
