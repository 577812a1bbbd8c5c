package io.wattune.embedded.flink;

/**
 * A checkpoint or savepoint that outlives its job.
 *
 * @param path where it lies
 * @param timeMillis when it was complete, by the machine that completed it
 */
public record SavedState(String path, long timeMillis) {}
