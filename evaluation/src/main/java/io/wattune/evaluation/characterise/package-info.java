/** Figures of a simulated card for people and programs. Called by {@code characterise}. */
@NullMarked
package io.wattune.evaluation.characterise;

import org.jspecify.annotations.NullMarked;
