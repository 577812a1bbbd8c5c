package io.wattune.store.history;

import io.wattune.core.Quality;

/**
 * True power of a device in a stretch of time.
 *
 * @param startNanos start of the stretch, epoch nanoseconds
 * @param samples samples that had a true power, at least 1
 * @param meanWatts mean of these samples
 * @param lowestWatts lowest of them
 * @param highestWatts highest of them
 * @param meanErrorWatts mean of their standard errors: what one of them is off by, and a bound of
 *     what their mean is off by
 * @param quality worst quality of them
 */
public record PowerBucket(
    long startNanos,
    long samples,
    double meanWatts,
    double lowestWatts,
    double highestWatts,
    double meanErrorWatts,
    Quality quality) {}
