package io.wattune.dashboard.state;

/**
 * A lease that is in force.
 *
 * @param device device id
 * @param untilNanos when it ends, epoch nanoseconds of the node's clock
 * @param policy name of the policy that decided; empty where the decision is not known here
 * @param reason why it was decided; empty likewise
 */
public record LeaseNow(String device, long untilNanos, String policy, String reason) {}
