package io.wattune.streams.fleet.topology;

/** The stores that can be asked, all in memory. Names are stable across releases. */
public final class StoreNames {
  /** {@code FleetDevice} by device id, where its node is owned. */
  public static final String DEVICES = "fleet-devices";

  /** {@code WindowBook.Snapshot} by device id, where its node is owned. */
  public static final String ENERGY = "fleet-energy";

  /** {@link StoredNode} by node. */
  public static final String NODES = "fleet-nodes";

  /** {@link StoredMember} by rack and node, where the rack is owned. */
  public static final String RACK_NODES = "fleet-rack-nodes";

  /** {@link StoredMember} by cluster and rack, where the cluster is owned. */
  public static final String RACKS = "fleet-racks";

  private StoreNames() {}
}
