/**
 * What a dcgm-exporter shows in, power, energy and counters of NVIDIA GPUs out. Called by way of
 * the registry of kinds and of the registry of counter sources.
 */
@NullMarked
package io.wattune.collectors.dcgm;

import org.jspecify.annotations.NullMarked;
