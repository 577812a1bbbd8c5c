package io.wattune.core.decision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent did with a decision, or did to a device by itself.
 *
 * @param node the node
 * @param device device id; null in the answer to a claim
 * @param epoch epoch of the decision that is answered, or that had been in force
 * @param sequence sequence of that decision
 * @param outcome what became of it
 * @param reason short stable code, for counting; see {@link ActuationReason}
 * @param detail what happened and what to do about it, in one sentence
 * @param activityName whose configuration is in force; null for the default configuration
 * @param controls each control by itself
 * @param leaseLeftNanos what was left of the lease; 0 where none is in force
 * @param atNanos epoch nanoseconds of the node's clock when this was done
 */
public record Actuation(
    String node,
    @Nullable String device,
    long epoch,
    long sequence,
    ActuationOutcome outcome,
    String reason,
    String detail,
    @Nullable String activityName,
    List<ControlOutcome> controls,
    long leaseLeftNanos,
    long atNanos) {

  public Actuation {
    controls = List.copyOf(controls);
  }
}
