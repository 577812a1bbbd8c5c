/**
 * What a store holds of each topic. In: records as bytes. Out: lines of InfluxDB's line protocol,
 * named by the store's catalogue. Called by the sink.
 */
@NullMarked
package io.wattune.sinks.point;

import org.jspecify.annotations.NullMarked;
