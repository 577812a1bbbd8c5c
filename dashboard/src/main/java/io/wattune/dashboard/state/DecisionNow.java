package io.wattune.dashboard.state;

import io.wattune.core.decision.Decision;
import org.jspecify.annotations.Nullable;

/**
 * A decision and what became of it.
 *
 * @param decision the decision
 * @param outcome what became of it
 * @param reason the node's short code; null while there is no answer
 * @param answeredNanos when the node answered, by its own clock; null while there is no answer
 */
public record DecisionNow(
    Decision.ForDevice decision,
    DecisionOutcome outcome,
    @Nullable String reason,
    @Nullable Long answeredNanos) {}
