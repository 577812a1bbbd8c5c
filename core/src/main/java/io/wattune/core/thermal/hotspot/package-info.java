/**
 * HotSpot's files as text: floor plan, power trace, configuration, temperatures.
 *
 * <p>In: lines. Out: plans, traces, configurations, and the lines of them; errors name the line.
 * Sizes are bounded. No I/O: the caller reads and writes.
 */
@NullMarked
package io.wattune.core.thermal.hotspot;

import org.jspecify.annotations.NullMarked;
