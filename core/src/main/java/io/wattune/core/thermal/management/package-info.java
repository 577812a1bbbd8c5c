/**
 * Keeping a chip below a temperature by its clock.
 *
 * <p>In: what a device shows each epoch, temperature and power of its blocks. Out: the clock of the
 * next epoch. Pure: no clock, no chance, no I/O.
 */
@NullMarked
package io.wattune.core.thermal.management;

import org.jspecify.annotations.NullMarked;
