/**
 * What a store holds of each topic. In: records as bytes. Out: lines of InfluxDB's line protocol,
 * named by one catalogue. Called by the sink; the catalogue by everyone who asks a store.
 */
@NullMarked
package io.wattune.sinks.point;

import org.jspecify.annotations.NullMarked;
