package io.wattune.core.status;

import io.wattune.core.decision.Hold;
import java.util.List;

/**
 * How the fleet stands.
 *
 * @param atNanos when, by this machine's clock
 * @param devices each device, by id
 * @param nodes each node, by name
 * @param holds the holds in force
 * @param unreadableHolds ids of holds that cannot be read
 * @param unreadable records that could not be read, and are not in here
 */
public record FleetStatus(
    long atNanos,
    List<TuningStatus> devices,
    List<NodeStatus> nodes,
    List<Hold> holds,
    List<String> unreadableHolds,
    long unreadable) {

  public FleetStatus {
    devices = List.copyOf(devices);
    nodes = List.copyOf(nodes);
    holds = List.copyOf(holds);
    unreadableHolds = List.copyOf(unreadableHolds);
  }
}
