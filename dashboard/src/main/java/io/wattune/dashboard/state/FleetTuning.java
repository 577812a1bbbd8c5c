package io.wattune.dashboard.state;

import io.wattune.core.decision.Hold;
import io.wattune.core.inforce.WriterAnswers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is decided for a fleet, what its writers answer, and what operators hold. */
final class FleetTuning {
  final DecisionLog decisions = new DecisionLog();
  final FleetHolds holds = new FleetHolds();

  /** All of it, with the leases of these devices. */
  ControlNow now(Collection<DeviceEntry> devices, long nowNanos, int most, DecisionFilter filter) {
    Map<String, Integer> counts = new TreeMap<>();
    devices.forEach(each -> counts.merge(each.node(), 1, Integer::sum));
    decisions.writers().keySet().forEach(node -> counts.putIfAbsent(node, 0));
    List<NodeNow> nodes = new ArrayList<>();
    counts.forEach(
        (node, count) -> {
          WriterAnswers writer = decisions.writers().getOrDefault(node, new WriterAnswers());
          nodes.add(new NodeNow(node, writer.epoch(), writer.state(nowNanos), count));
        });
    List<LeaseNow> leases = new ArrayList<>();
    for (DeviceEntry entry : devices) {
      LeaseNow lease = entry.control.lease(entry.id, decisions, nowNanos);
      if (lease != null) {
        leases.add(lease);
      }
    }
    return new ControlNow(
        decisions.policy(),
        nodes,
        decisions.newest(most, filter),
        decisions.refusals(),
        leases,
        holds.inForce(nowNanos));
  }

  /** What has happened since a reader looked last. */
  StateChanges since(Cursor cursor, long nowNanos) {
    List<Hold> changed = cursor.holdsVersion() == holds.version() ? null : holds.inForce(nowNanos);
    return new StateChanges(
        cursor(),
        decisions.decisionEvents().since(cursor.decisions()),
        decisions.actuationEvents().since(cursor.actuations()),
        changed);
  }

  /** Where a reader stands that wants to know only what comes from now on. */
  Cursor cursor() {
    return new Cursor(
        decisions.decisionEvents().next(), decisions.actuationEvents().next(), holds.version());
  }
}
