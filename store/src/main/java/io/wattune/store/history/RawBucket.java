package io.wattune.store.history;

/**
 * What a sensor said in a stretch of time.
 *
 * @param startNanos start of the stretch, epoch nanoseconds
 * @param samples samples in it, at least 1
 * @param meanWatts their mean
 */
public record RawBucket(long startNanos, long samples, double meanWatts) {}
