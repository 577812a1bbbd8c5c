package io.wattune.collectors.meter;

import io.wattune.core.Quality;

/**
 * The power of one device at one moment, by the node's own clock.
 *
 * @param timeNanos epoch nanoseconds of the sample
 * @param rawWatts what the sensor said; NaN where it said nothing
 * @param watts true power; NaN where there is none
 * @param errorWatts its standard error; NaN where there is none
 * @param quality how it was obtained
 */
public record DevicePower(
    long timeNanos, double rawWatts, double watts, double errorWatts, Quality quality) {}
