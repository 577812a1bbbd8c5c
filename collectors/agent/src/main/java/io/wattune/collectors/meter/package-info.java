/**
 * The power and energy of its devices that the agent itself reports, without a broker. In: blocks
 * of readings, counter readings, activities. Out: the newest power, the energy since the agent
 * began, the newest counters. Called by the agent's host, read by whoever looks at its metrics.
 */
@NullMarked
package io.wattune.collectors.meter;

import org.jspecify.annotations.NullMarked;
