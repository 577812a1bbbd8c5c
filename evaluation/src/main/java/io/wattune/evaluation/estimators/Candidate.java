package io.wattune.evaluation.estimators;

import io.wattune.core.estimate.PowerEstimate;
import java.util.function.Function;

/**
 * An estimator of true power that is compared.
 *
 * @param name for the report
 * @param estimate what it makes of a trace; of a causal one, at the times at which it was known
 */
record Candidate(String name, Function<SensedTrace, PowerEstimate> estimate) {}
