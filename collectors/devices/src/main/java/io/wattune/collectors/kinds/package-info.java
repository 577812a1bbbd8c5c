/**
 * The name of a kind in, the kind that opens such devices out. Called by the agent's command and by
 * the writer's.
 */
@NullMarked
package io.wattune.collectors.kinds;

import org.jspecify.annotations.NullMarked;
