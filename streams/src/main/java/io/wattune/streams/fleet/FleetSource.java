package io.wattune.streams.fleet;

import io.wattune.core.fleet.FleetNode;
import java.util.List;

/** What an instance of the fleet view reports about itself and about the nodes that it owns. */
public interface FleetSource {
  /** How it does. */
  FleetViewStatus status();

  /** The nodes that it owns, with their devices; none while parts change hands. */
  List<FleetNode> nodes();
}
