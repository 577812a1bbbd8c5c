package io.wattune.collectors.writer;

import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.Obstacle;

/** Who sets the devices of a node: in this process, or behind the socket of another one. */
public interface NodeSetter {
  /** The node. */
  String node();

  /** Takes a decision for this node, in the order of its topic, and answers it once. */
  void decide(Decision decision);

  /** A record for this node that is no decision, or is not believed: answered too. */
  void refuse(Obstacle why);

  /** Takes the newest holds. Until the first call everything is held. */
  void holds(Holds newest);

  /** How it stands now. For any thread; waits for nothing. */
  WriterStatus status();

  /**
   * Puts own settings back, and ends.
   *
   * @return whether they are, verified
   */
  boolean stop();
}
