package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetSum;
import io.wattune.core.fleet.NodeTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as it was sent last.
 *
 * @param node its name
 * @param rack where its sum was sent to; empty where no descriptor names one
 * @param formerRacks where it was sent to before, in case the word that it left was lost
 * @param clock what its clock showed
 * @param sum its sum
 */
public record StoredNode(
    String node, String rack, List<String> formerRacks, NodeTime clock, FleetSum sum) {
  public StoredNode {
    formerRacks = List.copyOf(formerRacks);
  }

  /** The rack; null where none is known. */
  public @Nullable String rackOrNull() {
    return rack.isEmpty() ? null : rack;
  }
}
