/**
 * NVIDIA GPUs in, devices out, by the driver's management library: power and energy, counters, what
 * runs, clocks and the power limit. Called by way of the registry of kinds.
 */
@NullMarked
package io.wattune.collectors.nvml;

import org.jspecify.annotations.NullMarked;
