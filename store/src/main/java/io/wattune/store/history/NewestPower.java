package io.wattune.store.history;

import io.wattune.core.Quality;

/**
 * The newest true power of a device.
 *
 * @param device device id
 * @param signal the power signal
 * @param timeNanos time of the sample, epoch nanoseconds
 * @param powerWatts its true power
 * @param errorWatts standard error of it
 * @param quality its quality
 */
public record NewestPower(
    String device,
    String signal,
    long timeNanos,
    double powerWatts,
    double errorWatts,
    Quality quality) {}
