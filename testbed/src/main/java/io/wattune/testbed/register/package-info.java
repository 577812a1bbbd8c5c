/**
 * The settings of simulated devices, as a driver would keep them.
 *
 * <p>In: values that a writer, a guardian or a test writes, the activity that the simulator runs.
 * Out: the same, to any process that maps the file. Called by the simulator and by simulated
 * controls.
 */
@NullMarked
package io.wattune.testbed.register;

import org.jspecify.annotations.NullMarked;
