/**
 * What is published of the HD7970 as a card, beside what the model of it does, and the fit of the
 * model to that; for people and programs.
 *
 * <p>In: a testbed, prior ranges of its free constants, a seed. Out: figures, fitted constants.
 * Called by {@code wattune characterise} and by tests.
 */
@NullMarked
package io.wattune.evaluation.characterise;

import org.jspecify.annotations.NullMarked;
