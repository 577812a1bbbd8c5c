/**
 * Simulated devices that other processes reach as they reach real ones: NVIDIA GPUs by a library
 * that a C compiler makes of {@code nvml.c}, AMD GPUs and CPU packages by trees of files. One
 * program plays all devices of a folder in real time ({@link io.wattune.testbed.standin.StandIn});
 * load programs ({@link io.wattune.testbed.standin.LoadProgram}) run on them, as fast as their
 * clocks allow. What the devices really took is written beside them, for tests to compare with.
 * Called by {@code wattune up} and by tests; nothing that measures or tunes knows of it.
 */
@NullMarked
package io.wattune.testbed.standin;

import org.jspecify.annotations.NullMarked;
