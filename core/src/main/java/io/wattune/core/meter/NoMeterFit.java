package io.wattune.core.meter;

/**
 * Meter and readings do not give a gain.
 *
 * @param sentence why, and what to do
 */
public record NoMeterFit(String sentence) implements MeterFitResult {}
