/**
 * Simulated GPUs in, devices out, as hardware would be: the reader's face runs the simulation, the
 * writer's face sets its registers. Called by way of the registry of kinds.
 */
@NullMarked
package io.wattune.collectors.simulated;

import org.jspecify.annotations.NullMarked;
