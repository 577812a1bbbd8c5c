/**
 * From a reading to the settings that it led to, stage by stage. A running pipeline in, a table
 * out; called by {@code wattune bench latency}.
 */
@NullMarked
package io.wattune.benchmarks.latency;

import org.jspecify.annotations.NullMarked;
