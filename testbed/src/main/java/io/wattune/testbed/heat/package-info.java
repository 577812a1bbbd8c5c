/**
 * A simulated card whose heat is in view: its floor plan, cooler, clocks and workloads as data, and
 * runs of them under a controller of its temperature, on a virtual clock.
 */
@NullMarked
package io.wattune.testbed.heat;

import org.jspecify.annotations.NullMarked;
