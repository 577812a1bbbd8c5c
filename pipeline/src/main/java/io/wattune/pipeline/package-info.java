/**
 * The whole pipeline on one machine: broker, Flink and store in this process, simulated nodes,
 * controller and dashboard, from start to summary. Called by {@code wattune up}, by the live
 * evaluation and by {@code bench latency}.
 */
@NullMarked
package io.wattune.pipeline;

import org.jspecify.annotations.NullMarked;
