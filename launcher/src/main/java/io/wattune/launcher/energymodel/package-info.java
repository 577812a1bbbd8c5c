/**
 * {@code wattune energy-model}: power of components from recorded counters and watts.
 *
 * <p>In: two tables, of counters and of power. Out: a model, and how well it predicts kernels that
 * it has not seen. Called by the command line.
 */
@NullMarked
package io.wattune.launcher.energymodel;

import org.jspecify.annotations.NullMarked;
