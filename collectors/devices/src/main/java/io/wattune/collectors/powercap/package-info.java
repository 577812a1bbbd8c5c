/**
 * CPUs and their memory by the kernel's powercap tree: energy counters in, power and power limits
 * out. Called by way of the registry of kinds.
 */
@NullMarked
package io.wattune.collectors.powercap;

import org.jspecify.annotations.NullMarked;
