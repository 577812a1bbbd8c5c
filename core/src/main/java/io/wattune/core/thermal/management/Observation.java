package io.wattune.core.thermal.management;

/**
 * What a device shows of an epoch.
 *
 * @param hottestKelvin the hottest block at its end, as the sensor says
 * @param level the clock level at which it ran
 * @param blockWatts mean power of each block
 * @param computeShare share of its time, at the fastest clock, that goes with the clock
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
public record Observation(
    double hottestKelvin, int level, double[] blockWatts, double computeShare) {}
