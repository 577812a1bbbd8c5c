package io.wattune.embedded.flink;

/**
 * What a cluster has.
 *
 * @param slots of all its task managers
 * @param freeSlots those that no job has
 * @param runningJobs jobs that run
 */
public record ClusterSize(int slots, int freeSlots, int runningJobs) {}
