package io.wattune.dashboard.state;

import org.jspecify.annotations.Nullable;

/**
 * Which decisions are wanted; null for any.
 *
 * @param device device id
 * @param node node
 * @param outcome outcome
 */
public record DecisionFilter(
    @Nullable String device, @Nullable String node, @Nullable DecisionOutcome outcome) {
  /** Lets every decision through. */
  public static final DecisionFilter ANY = new DecisionFilter(null, null, null);

  boolean lets(DecisionNow decision) {
    return (device == null || device.equals(decision.decision().device()))
        && (node == null || node.equals(decision.decision().node()))
        && (outcome == null || outcome == decision.outcome());
  }
}
