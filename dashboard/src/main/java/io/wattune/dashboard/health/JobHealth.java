package io.wattune.dashboard.health;

import org.jspecify.annotations.Nullable;

/**
 * How a Flink job does.
 *
 * @param name its name
 * @param state Flink's word for its state, such as RUNNING
 * @param restarts how often it was started again
 * @param checkpointAgeMs time since the last checkpoint was complete; null without any
 * @param checkpointMs how long that took; null without any
 * @param checkpointBytes its size; null without any
 */
public record JobHealth(
    String name,
    String state,
    @Nullable Long restarts,
    @Nullable Long checkpointAgeMs,
    @Nullable Long checkpointMs,
    @Nullable Long checkpointBytes) {}
