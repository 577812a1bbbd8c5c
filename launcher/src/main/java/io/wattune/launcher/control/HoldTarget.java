package io.wattune.launcher.control;

import io.wattune.core.decision.HoldScope;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a hold is for: exactly one of these options. */
final class HoldTarget {
  @Option(names = "--node", paramLabel = "NODE", description = "every device of this node")
  private @Nullable String node;

  @Option(names = "--device", paramLabel = "DEVICE", description = "this device, by its id")
  private @Nullable String device;

  @Option(names = "--all", description = "everything")
  private boolean all;

  HoldScope scope() {
    return node != null ? HoldScope.NODE : device != null ? HoldScope.DEVICE : HoldScope.ALL;
  }

  /** The node or the device; empty for everything. */
  String name() {
    return node != null ? node : device != null ? device : "";
  }

  /** Whether one of them was given. */
  boolean isGiven() {
    return node != null || device != null || all;
  }

  /** Whether it is given with an empty name. */
  boolean isBlank() {
    return scope() != HoldScope.ALL && name().isBlank();
  }
}
