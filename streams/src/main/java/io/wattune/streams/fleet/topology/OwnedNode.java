package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A node that a task owns, and where its sum was sent. Mutable; one thread. */
final class OwnedNode {
  private static final int MOST_FORMER_RACKS = 8;

  final FleetNode node;

  /** Racks that have had a sum of it, and must be notified that it left; the newest last. */
  private final List<String> formerRacks = new ArrayList<>();

  /** Those that must be notified again, since this task may have taken over in between. */
  private final List<String> toNotify = new ArrayList<>();

  private @Nullable String rack;
  private boolean isSent;
  private long staleDueNanos = Long.MAX_VALUE;

  /** How many of its devices were counted last. */
  int devices;

  OwnedNode(FleetNode node, @Nullable StoredNode sent) {
    this.node = node;
    if (sent != null) {
      isSent = true;
      rack = sent.rack();
      formerRacks.addAll(sent.formerRacks());
      toNotify.addAll(sent.formerRacks());
    }
  }

  /** Whether a device has become stale since the sum was taken last. */
  boolean hasGrownStale(long nowMillis) {
    return node.clock().atNanos(nowMillis) >= staleDueNanos;
  }

  /** Whether a sum of it was sent, and not yet that it is gone. */
  boolean isSent() {
    return isSent;
  }

  /** Its sum, which is about to be sent. */
  FleetSum sum(long nowMillis, long staleAfterNanos) {
    FleetSum sum = node.sum(nowMillis, staleAfterNanos);
    staleDueNanos = node.nextStaleNanos(nowMillis, staleAfterNanos);
    devices = sum.devices();
    return sum;
  }

  /** Goes to the rack that it is in now; returns the racks that must be notified that it left. */
  List<String> move(boolean isGone) {
    String now = Objects.requireNonNullElse(node.rack(), "");
    String before = rack;
    if (before != null && (isGone || !before.equals(now))) {
      formerRacks.remove(before);
      formerRacks.add(before);
      toNotify.remove(before);
      toNotify.add(before);
    }
    if (!isGone) {
      formerRacks.remove(now);
      toNotify.remove(now);
    }
    rack = isGone ? null : now;
    isSent = !isGone;
    while (formerRacks.size() > MOST_FORMER_RACKS) {
      formerRacks.remove(0);
    }
    List<String> left = List.copyOf(toNotify);
    toNotify.clear();
    return left;
  }

  /** Where its sum goes; empty for the nodes that name no rack. */
  String rack() {
    return Objects.requireNonNullElse(rack, "");
  }

  StoredNode stored(FleetSum sum) {
    return new StoredNode(node.name(), rack(), formerRacks, node.clock(), sum);
  }
}
