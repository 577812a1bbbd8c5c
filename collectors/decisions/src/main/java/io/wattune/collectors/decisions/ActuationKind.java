package io.wattune.collectors.decisions;

import io.wattune.core.decision.ActuationOutcome;

/**
 * What actuations are counted by.
 *
 * @param node the node
 * @param outcome what became of a decision, or of a device by itself
 * @param reason code of the reason
 */
public record ActuationKind(String node, ActuationOutcome outcome, String reason) {}
