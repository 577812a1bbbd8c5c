/**
 * AMD GPUs by sysfs: cards in, their power, energy, counters, and clock and power limits out.
 * Called by way of the registry of kinds.
 */
@NullMarked
package io.wattune.collectors.amd;

import org.jspecify.annotations.NullMarked;
