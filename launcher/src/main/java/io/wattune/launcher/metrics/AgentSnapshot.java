package io.wattune.launcher.metrics;

import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.spool.PublisherStatus;

/**
 * The agent of a node at one moment.
 *
 * @param agent how its devices answer
 * @param publisher what became of its records
 */
public record AgentSnapshot(String node, AgentStatus agent, PublisherStatus publisher) {}
