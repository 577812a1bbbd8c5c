/**
 * Traces and activities in, records on the topics {@code readings}, {@code activity} and {@code
 * rejects} out, in order of event time. Called by the launcher for a replay; live agents share the
 * packing of blocks.
 */
@NullMarked
package io.wattune.replay.publish;

import org.jspecify.annotations.NullMarked;
