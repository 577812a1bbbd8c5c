package io.wattune.collectors.decisions;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.writer.NodeSetter;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Obstacle;
import io.wattune.schemas.signature.TrustedKeys;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node as its decisions come in: who sets it, and whose decisions are believed. */
public final class NodeIntake {
  private static final Logger LOG = LoggerFactory.getLogger(NodeIntake.class);

  private final NodeFolder folder;
  private final NodeSetter setter;
  private final TrustedKeyHolder trusted;
  private final NewestTime newest;

  /**
   * A node.
   *
   * @param config what its file says
   * @param setter who sets its devices
   * @param folder where its holds are kept, and what time it was at least
   */
  public NodeIntake(NodeConfig config, NodeSetter setter, NodeFolder folder) {
    this.folder = folder;
    this.setter = setter;
    this.trusted = new TrustedKeyHolder(config.trust());
    this.newest = NewestTime.open(folder, setter.node());
    if (config.tuning().isOn() && !trust().isRequired()) {
      LOG.warn(
          "node {}: decisions need no signature: whoever may write to their topic may tune, within"
              + " the bounds; see tuning.keys in the node's file",
          node());
    }
  }

  /** The node. */
  public String node() {
    return setter.node();
  }

  /** Where its holds are kept. */
  NodeFolder folder() {
    return folder;
  }

  /** Who sets its devices. */
  NodeSetter setter() {
    return setter;
  }

  /** Whose decisions are believed now. */
  TrustedKeys trust() {
    return trusted.now();
  }

  /**
   * By what it believes a record now.
   *
   * @param cluster id of the cluster that is read
   * @param wallNanos its clock
   */
  Belief belief(String cluster, long wallNanos) {
    return new Belief(trust(), cluster, newest.notBefore(wallNanos));
  }

  /**
   * Remembers when a decision was made, where it is one that only the holder of a key can have
   * made.
   *
   * @param wallNanos its clock
   * @return why it is too old to be obeyed, whatever the node's clock says; null where it is not
   */
  @Nullable Obstacle taken(Decision decision, long wallNanos) {
    return trust().isRequired() ? newest.taken(decision.decidedAtNanos(), wallNanos) : null;
  }

  /**
   * Believes others from now on. Nothing that is set or held is touched by it.
   *
   * @return why it goes on as before, where it would become less careful; null where it does not
   */
  @Nullable String follow(TrustedKeys next) {
    return trusted.follow(next);
  }
}
