/**
 * How hot each block of a device's chip is now: power of components on a floor plan, corrected by
 * the device's own sensor.
 *
 * <p>In: power by component and temperatures as they come. Out: a temperature for each block with a
 * standard error, and by how much the hottest is above what the sensor shows. Pure: no clock, no
 * chance, no I/O.
 */
@NullMarked
package io.wattune.core.thermal.live;

import org.jspecify.annotations.NullMarked;
