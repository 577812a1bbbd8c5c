/**
 * Devices and the sources of their counters in, the same devices with these counters out. Called by
 * the agent's command.
 */
@NullMarked
package io.wattune.collectors.counters;

import org.jspecify.annotations.NullMarked;
