package io.wattune.core.decision;

import io.wattune.core.tunable.Configuration;

/**
 * The configuration while activities of one name run.
 *
 * @param activityName name of the activities
 * @param configuration laid over the decision's default configuration
 */
public record ActivityConfiguration(String activityName, Configuration configuration) {}
