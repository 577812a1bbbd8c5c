/**
 * The sink that writes topics to a time-series store. In: topics, as bytes. Out: points, and
 * rejects; offsets are committed once the store has answered. Called by the launcher.
 */
@NullMarked
package io.wattune.sinks.influx;

import org.jspecify.annotations.NullMarked;
