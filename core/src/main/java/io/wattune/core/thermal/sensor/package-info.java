/**
 * How hot a device gets, learned from its power and its own temperature sensor alone.
 *
 * <p>In: power and temperatures as they come. Out: what the sensor will show at a power, with a
 * standard error, and whether the sensor may be believed. Pure: no clock, no chance, no I/O.
 */
@NullMarked
package io.wattune.core.thermal.sensor;

import org.jspecify.annotations.NullMarked;
