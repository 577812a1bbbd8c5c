/**
 * Devices in, encoded readings, activities, counters and descriptions of them out, each device on a
 * thread of its own. Called by the command of a node's agent.
 */
@NullMarked
package io.wattune.collectors.agent;

import org.jspecify.annotations.NullMarked;
