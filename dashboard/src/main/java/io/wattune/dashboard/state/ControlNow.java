package io.wattune.dashboard.state;

import io.wattune.core.decision.Hold;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How control stands.
 *
 * @param policy name of the policy of the newest decision; null where there is none
 * @param nodes each node, in the order of names
 * @param decisions the newest decisions, the newest first
 * @param refusals how often decisions were refused, by reason
 * @param leases the leases in force
 * @param holds the holds in force, the one that ends first first
 */
public record ControlNow(
    @Nullable String policy,
    List<NodeNow> nodes,
    List<DecisionNow> decisions,
    Map<String, Long> refusals,
    List<LeaseNow> leases,
    List<Hold> holds) {

  public ControlNow {
    nodes = List.copyOf(nodes);
    decisions = List.copyOf(decisions);
    leases = List.copyOf(leases);
    holds = List.copyOf(holds);
  }
}
