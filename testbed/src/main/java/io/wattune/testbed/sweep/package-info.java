/**
 * What a simulated GPU does at each of its configurations.
 *
 * <p>In: a kind of GPU and applications, or a draw from their uncertainty. Out: operating points,
 * with or without noise, one by one or as a table. Called by the offline runs, by {@code wattune
 * sweep} and by {@code wattune characterise}.
 */
@NullMarked
package io.wattune.testbed.sweep;

import org.jspecify.annotations.NullMarked;
