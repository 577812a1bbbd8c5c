/**
 * Simulated GPUs on a virtual clock.
 *
 * <p>In: a model, a workload (data files), the registers with the settings, a seed and the time.
 * Out: readings of the power sensor, activities, counters, and the truth about energy and work.
 * Called by simulated devices of an agent, by the oracle and by tests.
 */
@NullMarked
package io.wattune.testbed.gpu;

import org.jspecify.annotations.NullMarked;
