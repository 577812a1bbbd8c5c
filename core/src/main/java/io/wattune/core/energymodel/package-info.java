/**
 * Power and energy of a chip's components, from counters: power of a kernel as a function of the
 * rates of its counters.
 *
 * <p>In: rates of counters and measured power of kernels. Out: energies per access with their
 * errors, and power of kernels that were not measured with its error. No I/O, no clock.
 */
@NullMarked
package io.wattune.core.energymodel;

import org.jspecify.annotations.NullMarked;
