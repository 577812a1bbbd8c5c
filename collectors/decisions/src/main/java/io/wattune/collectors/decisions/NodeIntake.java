package io.wattune.collectors.decisions;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.writer.NodeSetter;
import io.wattune.schemas.signature.TrustedKeys;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node as its decisions come in: who sets it, and whose decisions are believed. */
public final class NodeIntake {
  private static final Logger LOG = LoggerFactory.getLogger(NodeIntake.class);

  private final NodeFolder folder;
  private final NodeSetter setter;
  private final Believed believed;

  /**
   * A node.
   *
   * @param config what its file says
   * @param setter who sets its devices
   */
  public NodeIntake(NodeConfig config, NodeSetter setter) {
    this(config, setter, config.folder());
  }

  /**
   * A node.
   *
   * @param config what its file says
   * @param setter who sets its devices
   * @param folder where its holds are kept
   */
  public NodeIntake(NodeConfig config, NodeSetter setter, NodeFolder folder) {
    this.folder = folder;
    this.setter = setter;
    this.believed = new Believed(config.tuning().trust());
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
    return believed.now();
  }

  /**
   * Believes others from now on. Nothing that is set or held is touched by it.
   *
   * @return why it goes on as before, where it would become less careful; null where it does not
   */
  @Nullable String follow(TrustedKeys next) {
    return believed.follow(next);
  }
}
