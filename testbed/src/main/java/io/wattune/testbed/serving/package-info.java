/**
 * The simulated MI50 as a live server: requests come at its own times, are answered one after
 * another, and show on a page like vLLM's; clock and compute units are those of its registers. Time
 * and registers in; power and the page out. Called by the simulated kind of device.
 */
@NullMarked
package io.wattune.testbed.serving;

import org.jspecify.annotations.NullMarked;
