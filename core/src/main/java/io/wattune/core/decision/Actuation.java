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
 * @param inForce what was in force, and when, as far as it was not reported before; the last one
 *     may go on, and is then reported again from the same start. At most {@link InForceSpan#MOST}
 * @param pending activity names whose configurations no activity has used since the decision came
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
    long atNanos,
    List<InForceSpan> inForce,
    List<String> pending) {

  public Actuation {
    controls = List.copyOf(controls);
    inForce = List.copyOf(inForce);
    pending = List.copyOf(pending);
  }

  /** The decision or claim that is answered, or that had been in force. */
  public DecisionKey key() {
    return device == null
        ? new DecisionKey("", epoch, 0)
        : new DecisionKey(device, epoch, sequence);
  }
}
